// Events that may have been: what speaks for each, accepted or dismissed for a reason, and taken back.

import { useCallback, useState } from "react";
import type { Schemas } from "@/api/api";
import { useSignedIn } from "@/session/session";
import { useLoaded } from "@/ui/loaded";
import { Button, Card, LoadedScreen, Notice, Row, Say, Wrong } from "@/ui/parts";

type Proposal = Schemas["ProposedEventOut"];
type Reason = Schemas["Dismissal"]["reason"];
type Answered = { proposal: Proposal; how: "accepted" | "dismissed" };

const REASONS: readonly Reason[] = ["not_an_event", "other_place", "never_here", "later"];
const AT_ONCE = 50; // ten wait at most

export default function Proposals() {
  const { api, speech } = useSignedIn();
  const { say } = speech;
  const [answered, setAnswered] = useState<Answered | null>(null);
  const [wrong, setWrong] = useState<unknown>(null);
  const loaded = useLoaded(
    useCallback(
      (signal: AbortSignal) => {
        const query = { state: "pending" as const, limit: AT_ONCE };
        return api.data(api.client.GET("/mobile/proposed-events", { params: { query }, signal }));
      },
      [api],
    ),
  );

  async function answer(proposal: Proposal, reason: Reason | null) {
    const params = { path: { entity_id: proposal.id } };
    await act(async () => {
      if (reason === null) await api.data(api.client.POST("/mobile/proposed-events/{entity_id}/accept", { params }));
      else await api.data(api.client.POST("/mobile/proposed-events/{entity_id}/dismiss", { params, body: { reason } }));
      setAnswered({ proposal, how: reason === null ? "accepted" : "dismissed" });
    });
  }

  async function undo({ proposal }: Answered) {
    const params = { path: { entity_id: proposal.id } };
    await act(async () => {
      await api.data(api.client.POST("/mobile/proposed-events/{entity_id}/undo", { params }));
      setAnswered(null);
    });
  }

  async function act(what: () => Promise<void>) {
    setWrong(null);
    try {
      await what();
    } catch (error) {
      setWrong(error);
    }
    loaded.again(); // whatever came of it: this is how it stands
  }

  const above = (
    <>
      <Wrong error={wrong} />
      {answered ? (
        <Card>
          <Notice>{say(answered.how, { title: answered.proposal.title })}</Notice>
          <Row>
            <Button title={say("undo")} label={say("undo_one", { title: answered.proposal.title })} onPress={() => void undo(answered)} />
          </Row>
        </Card>
      ) : null}
    </>
  );
  return (
    <LoadedScreen loaded={loaded} above={above}>
      {({ items }) =>
        items.length ? (
          items.map((one) => <ProposalCard key={one.id} proposal={one} answer={answer} />)
        ) : (
          <>
            <Say>{say("no_proposals")}</Say>
            <Say kind="quiet">{say("no_proposals_text")}</Say>
          </>
        )
      }
    </LoadedScreen>
  );
}

type CardProps = { proposal: Proposal; answer(proposal: Proposal, reason: Reason | null): Promise<void> };

function ProposalCard({ proposal, answer }: CardProps) {
  const { speech, zone } = useSignedIn();
  const { say } = speech;
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const { title } = proposal;
  const give = async (reason: Reason | null) => {
    setBusy(true);
    await answer(proposal, reason);
    setBusy(false);
  };
  return (
    <Card label={title}>
      <Say kind="strong">{title}</Say>
      <Say>{speech.span(proposal.start_at, proposal.end_at, proposal.timezone, zone)}</Say>
      {proposal.suggested_summary ? <Say>{proposal.suggested_summary}</Say> : null}
      {proposal.suggested_contacts.length ? (
        <Say>{say("with_people", { names: proposal.suggested_contacts.map((one) => one.name).join(", ") })}</Say>
      ) : null}
      <Say kind="quiet">{`${speech.known("confidence", proposal.confidence)}. ${say("why")}: ${proposal.reason}`}</Say>
      {asking ? (
        <>
          <Say>{say("why_dismiss")}</Say>
          <Row>
            {REASONS.map((reason) => (
              <Button key={reason} title={speech.known("reason", reason)} disabled={busy} onPress={() => void give(reason)} />
            ))}
          </Row>
        </>
      ) : null}
      <Row>
        <Button kind="primary" title={say("accept")} label={say("accept_one", { title })} disabled={busy} onPress={() => void give(null)} />
        <Button title={say("dismiss")} label={say("dismiss_one", { title })} aria-expanded={asking} disabled={busy} onPress={() => setAsking(!asking)} />
      </Row>
    </Card>
  );
}
