// A change that waits for the user's yes: what it is, and Confirm, Edit, Cancel, Undo. What was confirmed is what was seen
// (its digest goes along), and a second tap executes nothing again.

import { useState } from "react";
import type { Schemas } from "@/api/api";
import { Problem } from "@/api/problem";
import { useSignedIn } from "@/session/session";
import { Button, Card, Notice, Row, Say, Wrong } from "@/ui/parts";
import { EditForm } from "./edit_form";
import { ShownFields } from "./shown_fields";

type Preview = Schemas["PreviewOut"];
type Act = "confirm" | "cancel" | "undo";
const OPEN = new Set<Preview["state"]>(["pending", "executing", "unknown"]);

export function PreviewCard({ preview, changed }: { preview: Preview; changed(now: Preview): void }) {
  const { api, speech } = useSignedIn();
  const { say } = speech;
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<unknown>(null);
  const [editing, setEditing] = useState(false);
  const [edited, setEdited] = useState(false);

  async function act(what: Act) {
    setBusy(true);
    setWrong(null);
    try {
      changed(await acted(what));
      setEdited(false);
    } catch (error) {
      await refused(error);
    }
    setBusy(false);
  }

  /** It is no longer what is shown here (expired, changed elsewhere): show what it has become. */
  async function refused(error: unknown) {
    setWrong(error);
    setEditing(false);
    if (!(error instanceof Problem) || error.status !== 409) return;
    const again = error.body.preview as Preview | undefined; // what it would be now
    if (again) changed(again);
    else await look().then(changed, () => {});
  }

  const params = { path: { preview_id: preview.id } };
  const look = () => api.data(api.client.GET("/previews/{preview_id}", { params }));
  const acted = (what: Act): Promise<Preview> => {
    if (what === "confirm") {
      return api.data(api.client.POST("/previews/{preview_id}/confirm", { params, body: { digest: preview.digest } }));
    }
    if (what === "cancel") return api.data(api.client.POST("/previews/{preview_id}/cancel", { params }));
    return api.data(api.client.POST("/previews/{preview_id}/undo", { params }));
  };

  if (editing) {
    return (
      <Card label={say("edit_one", { title: preview.title })}>
        <Say kind="strong">{say("edit_one", { title: preview.title })}</Say>
        <EditForm
          preview={preview}
          refused={(error) => void refused(error)}
          done={(now) => {
            setEditing(false);
            setWrong(null);
            setEdited(now.state === "pending" && now.id !== preview.id);
            if (now !== preview) changed(now);
          }}
        />
      </Card>
    );
  }

  const title = preview.title;
  const summary = preview.result?.summary ?? preview.summary;
  const until = preview.result?.undo_until;
  const undoable = preview.state === "confirmed" && until != null && Date.parse(until) > Date.now();
  return (
    <Card label={title}>
      <Say kind="strong">{title}</Say>
      {summary === title ? null : <Say>{summary}</Say>}
      {OPEN.has(preview.state) ? <ShownFields preview={preview} /> : null}
      <Say kind={preview.state === "confirmed" ? "good" : "quiet"} role="status" aria-live="polite">
        {speech.known("state", preview.state)}
      </Say>
      {preview.held_by_rule && preview.state === "pending" ? <Say kind="wrong">{say("held_by")}</Say> : null}
      {preview.last_error ? <Say kind="wrong">{preview.last_error}</Say> : null}
      <Wrong error={wrong} />
      {edited && preview.state === "pending" ? <Notice>{say("edited_now")}</Notice> : null}
      {preview.state === "pending" ? (
        <Row>
          <Button kind="primary" title={say("confirm")} label={say("confirm_one", { title })} disabled={busy} onPress={() => void act("confirm")} />
          {preview.editable_fields.length ? (
            <Button title={say("edit")} label={say("edit_one", { title })} disabled={busy} onPress={() => setEditing(true)} />
          ) : null}
          <Button title={say("cancel")} label={say("cancel_one", { title })} disabled={busy} onPress={() => void act("cancel")} />
        </Row>
      ) : null}
      {undoable ? (
        <Row>
          <Button title={say("undo")} label={say("undo_one", { title })} disabled={busy} onPress={() => void act("undo")} />
        </Row>
      ) : null}
    </Card>
  );
}
