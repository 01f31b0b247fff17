// Whether this phone is pushed to, and the button for it; what stands in the way is said.

import { useCallback, useState } from "react";
import { Linking, Platform } from "react-native";
import { useSignedIn } from "@/session/session";
import { Explained } from "@/ui/errors";
import { useLoaded } from "@/ui/loaded";
import { Button, Card, Notice, Row, Say, Wrong } from "@/ui/parts";
import { type State, Unbuilt } from "./registration";

export function PushesCard() {
  const { pushes, speech } = useSignedIn();
  const { say } = speech;
  const { value: state, become, error } = useLoaded<State>(useCallback(() => pushes.state(), [pushes]));
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<unknown>(null);
  const [asked, setAsked] = useState(false); // and refused, where the system would ask again

  async function act(what: "begin" | "remove") {
    setBusy(true);
    setWrong(null);
    setAsked(false);
    try {
      const now = await pushes[what]();
      become(now);
      setAsked(what === "begin" && now === "off");
    } catch (error) {
      setWrong(error instanceof Unbuilt ? new Explained(say("pushes_unbuilt")) : error);
    }
    setBusy(false);
  }

  return (
    <Card label={say("pushes")}>
      <Say kind="strong">{say("pushes")}</Say>
      <Say kind="quiet">{say(state === "impossible" ? (Platform.OS === "web" ? "pushes_web" : "pushes_unbuilt") : "pushes_about")}</Say>
      <Notice wrong={state === "denied" || asked}>{state === "denied" || asked ? say("pushes_denied") : null}</Notice>
      <Notice>{state === "on" ? say("pushes_on") : null}</Notice>
      <Wrong error={wrong ?? error} />
      <Row>
        {state === "off" ? <Button title={say("pushes_begin")} disabled={busy} onPress={() => void act("begin")} /> : null}
        {state === "on" ? <Button title={say("pushes_end")} disabled={busy} onPress={() => void act("remove")} /> : null}
        {state === "denied" ? <Button title={say("open_settings")} onPress={() => void Linking.openSettings()} /> : null}
      </Row>
    </Card>
  );
}
