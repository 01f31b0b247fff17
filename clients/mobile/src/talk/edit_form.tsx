// The form in which a card is changed: saved it waits anew, saved and confirmed it is carried out at once.

import { useState } from "react";
import { Switch } from "react-native";
import type { Schemas } from "@/api/api";
import { Problem } from "@/api/problem";
import { useSignedIn } from "@/session/session";
import { Button, Field, Notice, Row, Say, Wrong } from "@/ui/parts";
import { type Kind, type Field as Shown, editsOf, faulty, fieldsOf, withChange } from "./editing";

type Preview = Schemas["PreviewOut"];
type Props = {
  preview: Preview;
  /** With what now holds, or the same where the form was left. */
  done(now: Preview): void;
  /** The card itself is no longer what is changed here. */
  refused(error: Problem): void;
};

const KEYS: Partial<Record<Kind, "numbers-and-punctuation" | "number-pad">> = {
  moment: "numbers-and-punctuation",
  date: "numbers-and-punctuation",
  number: "number-pad",
};

export function EditForm({ preview, done, refused }: Props) {
  const { api, speech } = useSignedIn();
  const { say } = speech;
  const [fields, setFields] = useState<Shown[]>(() => fieldsOf(preview));
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<unknown>(null);
  const [unchanged, setUnchanged] = useState(false);
  const bad = faulty(wrong);
  const params = { path: { preview_id: preview.id } };

  async function send(confirms: boolean) {
    const edits = editsOf(preview, fields);
    const edited = Object.keys(edits).length > 0;
    setWrong(null);
    setUnchanged(!edited && !confirms);
    if (!edited && !confirms) return;
    setBusy(true);
    try {
      const body = { digest: preview.digest, ...(edited ? { edits } : {}) };
      done(
        confirms
          ? await api.data(api.client.POST("/previews/{preview_id}/confirm", { params, body }))
          : await api.data(api.client.PATCH("/previews/{preview_id}", { params, body: { edits } })),
      );
    } catch (error) {
      setBusy(false);
      if (error instanceof Problem && error.status === 409) refused(error);
      else setWrong(error);
    }
  }

  const zone = preview.draft.timezone ?? preview.timezone;
  return (
    <>
      {fields.map((field) => (
        <Control
          key={field.name}
          field={field}
          bad={bad.has(field.name)}
          change={(to) => setFields((before) => withChange(before, field.name, to))}
        />
      ))}
      {fields.some(({ kind }) => kind === "moment") ? <Say kind="quiet">{say("times_in", { zone: String(zone) })}</Say> : null}
      <Wrong error={wrong} />
      <Notice>{unchanged ? say("nothing_edited") : null}</Notice>
      <Row>
        <Button kind="primary" title={say("save_and_confirm")} disabled={busy} onPress={() => void send(true)} />
        <Button title={say("save")} disabled={busy} onPress={() => void send(false)} />
        <Button title={say("back")} disabled={busy} onPress={() => done(preview)} />
      </Row>
    </>
  );
}

type ControlProps = { field: Shown; bad: boolean; change(to: string | boolean): void };

function Control({ field: { name, kind, text, on }, bad, change }: ControlProps) {
  const { speech } = useSignedIn();
  const label = speech.field(name);
  if (kind === "flag") {
    return (
      <Row>
        <Switch value={on} onValueChange={change} aria-label={label} accessibilityLabel={label} />
        <Say>{label}</Say>
      </Row>
    );
  }
  const several = kind === "lines" || kind === "long";
  const hints: Partial<Record<Kind, string>> = {
    lines: speech.say("one_per_line"),
    moment: speech.say("as_moment"),
    date: speech.say("as_date"),
  };
  return (
    <Field
      label={label}
      hint={hints[kind]}
      value={text}
      onChangeText={change}
      multiline={several}
      numberOfLines={several ? 3 : undefined}
      keyboardType={KEYS[kind]}
      autoCorrect={kind === "long"}
      aria-invalid={bad}
    />
  );
}
