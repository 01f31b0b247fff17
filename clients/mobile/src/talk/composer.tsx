// Where one writes: text, files that go along, Send, and Stop while an answer is on its way.

import { useState } from "react";
import { View } from "react-native";
import { useSafeAreaInsets } from "react-native-safe-area-context";
import { useSignedIn } from "@/session/session";
import { Explained } from "@/ui/errors";
import { Button, Field, Notice, Row, Wrong } from "@/ui/parts";
import { useTheme } from "@/ui/theme";
import { NoCamera, SOURCES, type Source, picked } from "./picking";

const LONGEST = 32_000;
type Attached = { id: string; name: string };
type Props = { initial: string; label: string; send(text: string, documents: string[]): void; stop: (() => void) | null };

export function Composer({ initial, label, send, stop }: Props) {
  const { api, speech } = useSignedIn();
  const { say } = speech;
  const theme = useTheme();
  const insets = useSafeAreaInsets();
  const [text, setText] = useState(initial);
  const [choosing, setChoosing] = useState(false);
  const [uploading, setUploading] = useState<string | null>(null);
  const [attached, setAttached] = useState<Attached[]>([]);
  const [wrong, setWrong] = useState<unknown>(null);

  async function attach(source: Source) {
    setChoosing(false);
    setWrong(null);
    try {
      const file = await picked(source);
      if (!file) return;
      setUploading(file.name);
      const id = await api.upload(file);
      setAttached((before) => (before.some((one) => one.id === id) ? before : [...before, { id, name: file.name }]));
    } catch (error) {
      setWrong(error instanceof NoCamera ? new Explained(say("no_camera")) : error);
    } finally {
      setUploading(null);
    }
  }

  function submit() {
    const said = text.trim();
    if (!said || uploading) return;
    send(
      said,
      attached.map((one) => one.id),
    );
    setText("");
    setAttached([]);
  }

  return (
    <View style={{ gap: 8, padding: 12, paddingBottom: 12 + insets.bottom, borderTopWidth: 1, borderTopColor: theme.line, backgroundColor: theme.raised }}>
      <Wrong error={wrong} />
      <Notice>{uploading ? say("uploading", { name: uploading }) : null}</Notice>
      {attached.length ? (
        <Row>
          {attached.map(({ id, name }) => (
            <Button
              key={id}
              title={say("attached", { name })}
              label={say("detach", { name })}
              onPress={() => setAttached((before) => before.filter((one) => one.id !== id))}
            />
          ))}
        </Row>
      ) : null}
      {choosing ? (
        <Row>
          {SOURCES.map(([source, word]) => (
            <Button key={source} title={say(word)} onPress={() => void attach(source)} />
          ))}
        </Row>
      ) : null}
      <Field label={label} hideLabel multiline maxLength={LONGEST} value={text} onChangeText={setText} style={{ maxHeight: 160 }} />
      <Row>
        <Button kind="primary" title={say("send")} disabled={!text.trim() || uploading !== null} onPress={submit} />
        <Button title={say("attach")} aria-expanded={choosing} onPress={() => setChoosing(!choosing)} />
        {stop ? <Button title={say("stop")} onPress={stop} /> : null}
      </Row>
    </View>
  );
}
