// What a phone gives besides words: where it is, and photos or documents. Each when its button is pressed, never otherwise.

import * as Location from "expo-location";
import { useState } from "react";
import { Platform } from "react-native";
import { Unreachable } from "@/api/problem";
import { type Position, sendPositions } from "@/kept/positions";
import { readRecord, writeRecord } from "@/kept/records";
import { POSITIONS, useSignedIn } from "@/session/session";
import { NoCamera, SOURCES, type Source, picked } from "@/talk/picking";
import { Explained } from "./errors";
import { Button, Card, Notice, Row, Say, Wrong } from "./parts";

const KEPT = {
  read: () => readRecord<Position[]>(POSITIONS),
  write: (positions: Position[]) => writeRecord(POSITIONS, positions),
};
const NOW: object = { maximumAge: 0 }; // on the web any position that it ever had would do
const DEVICE = `app-${Platform.OS}`;

type Came = { good?: string; wrong?: unknown };

export function LocationCard() {
  const { api, speech } = useSignedIn();
  const { say } = speech;
  const [busy, setBusy] = useState(false);
  const [came, setCame] = useState<Came>({});

  async function send() {
    setBusy(true);
    setCame({ good: say("sending_location") });
    setCame(await sent());
    setBusy(false);
  }

  async function sent(): Promise<Came> {
    const asked = await Location.requestForegroundPermissionsAsync();
    if (!asked.granted) return { wrong: new Explained(say("location_denied")) };
    let here: Position;
    try {
      here = positionOf(await Location.getCurrentPositionAsync({ accuracy: Location.Accuracy.Balanced, ...NOW }));
    } catch {
      return { wrong: new Explained(say("location_unknown")) };
    }
    try {
      const result = await sendPositions(api, KEPT, DEVICE, here);
      if (result?.status !== "invalid") return { good: say("location_sent") };
      const detail = (result.errors ?? []).map((one) => one.message).join(" ");
      return { wrong: new Explained(say("location_refused", { detail })) };
    } catch (error) {
      return error instanceof Unreachable ? { good: say("location_kept"), wrong: error } : { wrong: error };
    }
  }

  return (
    <Card label={say("location")}>
      <Say kind="strong">{say("location")}</Say>
      <Say kind="quiet">{say("location_about")}</Say>
      <Notice>{came.good}</Notice>
      <Wrong error={came.wrong} />
      <Row>
        <Button title={say("send_location")} disabled={busy} onPress={() => void send()} />
      </Row>
    </Card>
  );
}

function positionOf({ coords, timestamp }: Location.LocationObject): Position {
  return {
    lat: coords.latitude,
    lon: coords.longitude,
    captured_at: new Date(timestamp).toISOString(),
    ...(coords.accuracy !== null ? { accuracy_m: coords.accuracy } : {}),
    ...(coords.altitude !== null ? { altitude_m: coords.altitude } : {}),
  };
}

export function FilesCard() {
  const { api, speech } = useSignedIn();
  const { say } = speech;
  const [busy, setBusy] = useState("");
  const [came, setCame] = useState<Came>({});

  async function send(source: Source) {
    setCame({});
    try {
      const file = await picked(source);
      if (!file) return;
      setBusy(say("uploading", { name: file.name }));
      await api.upload(file);
      setCame({ good: say("file_sent", { name: file.name }) });
    } catch (error) {
      setCame({ wrong: error instanceof NoCamera ? new Explained(say("no_camera")) : error });
    } finally {
      setBusy("");
    }
  }

  return (
    <Card label={say("file")}>
      <Say kind="strong">{say("file")}</Say>
      <Say kind="quiet">{say("file_about")}</Say>
      <Notice>{busy || came.good}</Notice>
      <Wrong error={came.wrong} />
      <Row>
        {SOURCES.map(([source, word]) => (
          <Button key={source} title={say(word)} disabled={busy !== ""} onPress={() => void send(source)} />
        ))}
      </Row>
    </Card>
  );
}

