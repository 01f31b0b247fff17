// How does a message look, and an answer that is on its way?

import { useSyncExternalStore } from "react";
import { View } from "react-native";
import type { Schemas } from "@/api/api";
import type { Turn, View as Live } from "@/api/turn";
import { useSignedIn } from "@/session/session";
import { Markdown } from "@/ui/markdown";
import { Button, Card, Notice, Row, Say, Wrong } from "@/ui/parts";
import { useTheme } from "@/ui/theme";
import type { Speech } from "@/words/words";

type Action = Schemas["Action"];

/** What a stored message says besides its text, as far as it is shown here. */
export type Told = { actions: readonly Action[]; previewIds: readonly string[] };

export function told(message: Schemas["MobileMessage"]): Told {
  const metadata = message.metadata as {
    actions?: Action[];
    previews?: string[];
    command_result?: { preview?: { id?: string } | null } | null;
  };
  const ofCommand = metadata.command_result?.preview?.id;
  const ids = [...(metadata.previews ?? []), ...(ofCommand ? [ofCommand] : [])];
  return { actions: metadata.actions ?? [], previewIds: [...new Set(ids)] };
}

export function Mine({ text }: { text: string }) {
  const { speech } = useSignedIn();
  const theme = useTheme();
  return (
    <View
      role="article"
      aria-label={speech.say("you")}
      style={{ alignSelf: "flex-end", maxWidth: "85%", backgroundColor: theme.mine, borderRadius: 14, padding: 12 }}
    >
      <Say>{text}</Say>
    </View>
  );
}

export function Theirs({ text, actions, speaker }: { text: string; actions: readonly Action[]; speaker?: string | null }) {
  const { speech } = useSignedIn();
  return (
    <View role="article" aria-label={speaker || speech.say("steward")} style={{ gap: 6 }}>
      {speaker ? <Say kind="quiet">{speaker}</Say> : null}
      <Markdown text={text} />
      {actions.map((action, at) => (
        <Say key={at} kind={action.outcome === "done" ? "good" : action.outcome === "waiting" ? "quiet" : "wrong"}>
          {`${speech.known("outcome", action.outcome)}: ${action.summary}${action.reason ? ` (${action.reason})` : ""}`}
        </Say>
      ))}
    </View>
  );
}

/** A question on its way, and what is heard of its answer. `again`, `discard`: where it failed. */
export function UnderWay({ turn, again, discard }: { turn: Turn; again(): void; discard(): void }) {
  const { speech } = useSignedIn();
  const live = useSyncExternalStore(turn.subscribe, () => turn.view, () => turn.view);
  const ended = live.state === "answered" || live.state === "failed";
  return (
    <View style={{ gap: 10 }}>
      <Mine text={turn.question.question} />
      {live.bundle ? (
        <Theirs text={live.bundle.answer} actions={live.bundle.actions ?? []} />
      ) : live.text ? (
        <Theirs text={live.text} actions={[]} />
      ) : null}
      {ended ? null : <Progress live={live} speech={speech} />}
      {live.warnings.map((warning, at) => (
        <Say key={at} kind="quiet">
          {warning}
        </Say>
      ))}
      {live.state === "failed" ? (
        <Card label={speech.say("not_sent")}>
          <Say kind="strong">{speech.say("not_sent")}</Say>
          <Wrong error={live.error} />
          <Row>
            <Button title={speech.say("again")} onPress={again} />
            <Button title={speech.say("discard")} onPress={discard} />
          </Row>
        </Card>
      ) : null}
    </View>
  );
}

function Progress({ live, speech }: { live: Live; speech: Speech }) {
  const state = live.state as Exclude<Live["state"], "answered" | "failed">;
  return (
    <View style={{ gap: 4 }}>
      {live.steps.map((step, at) => (
        <Say key={at} kind="quiet">
          {step.state === "running" ? `${step.tool}…` : speech.say("looked", { tool: step.tool, state: step.state })}
        </Say>
      ))}
      <Notice>{speech.say(state, { seconds: live.retryS ?? 1 })}</Notice>
    </View>
  );
}
