// What does the day bring? The briefing as Steward made it, each line with what it is from; where there is none of today
// yet, it can be made now.

import { useCallback, useState } from "react";
import { View } from "react-native";
import type { Schemas } from "@/api/api";
import { Problem } from "@/api/problem";
import { useSignedIn } from "@/session/session";
import { useLoaded } from "@/ui/loaded";
import { Button, Card, LoadedScreen, Say, Wrong } from "@/ui/parts";
import type { Speech } from "@/words/words";

type Briefing = Schemas["BriefingOut"];
type Shown = { briefing: Briefing | null };

export default function Today() {
  const { api, speech, zone } = useSignedIn();
  const { say } = speech;
  const [making, setMaking] = useState(false);
  const [wrong, setWrong] = useState<unknown>(null);
  const loaded = useLoaded<Shown>(
    useCallback(
      async (signal) => {
        try {
          return { briefing: await api.data(api.client.GET("/mobile/briefing", { signal })) };
        } catch (error) {
          if (error instanceof Problem && error.status === 404) return { briefing: null };
          throw error;
        }
      },
      [api],
    ),
  );

  async function make() {
    setMaking(true);
    setWrong(null);
    try {
      const params = { query: { wait: true } };
      const made = await api.data(api.client.POST("/agents/daily-briefing/run", { params, body: { push: false } }));
      if ("items" in made) loaded.become({ briefing: made });
      else loaded.again();
    } catch (error) {
      setWrong(error);
    }
    setMaking(false);
  }

  return (
    <LoadedScreen loaded={loaded}>
      {({ briefing }) => (
        <>
          {briefing === null ? <Say>{say("no_briefing")}</Say> : null}
          {briefing !== null && briefing.date !== dateIn(briefing.timezone || zone) ? (
            <Say kind="quiet">{say("old_briefing", { date: speech.day(briefing.date) })}</Say>
          ) : null}
          {briefing !== null && briefing.date === dateIn(briefing.timezone || zone) ? null : (
            <Button title={say("make_briefing")} disabled={making} onPress={() => void make()} />
          )}
          <Wrong error={wrong} />
          {briefing ? <Lines briefing={briefing} speech={speech} /> : null}
        </>
      )}
    </LoadedScreen>
  );
}

/** The date that it is there, as `YYYY-MM-DD`. */
const dateIn = (zone: string): string => new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(new Date());

function Lines({ briefing, speech }: { briefing: Briefing; speech: Speech }) {
  if (!briefing.items.length) return <Say>{briefing.markdown || speech.say("empty_briefing")}</Say>;
  const sections = [...new Set(briefing.items.map((item) => item.section))];
  return (
    <View style={{ gap: 12 }}>
      <Say kind="title">{briefing.title}</Say>
      {sections.map((section) => (
        <Card key={section} label={speech.known("section", section)}>
          <Say kind="strong">{speech.known("section", section)}</Say>
          {briefing.items
            .filter((item) => item.section === section)
            .map((item, at) => (
              <View key={at} style={{ gap: 2 }}>
                <Say>{item.text}</Say>
                <Say kind="quiet">{speech.say("from_sources", { sources: sourcesOf(item, speech) })}</Say>
              </View>
            ))}
        </Card>
      ))}
    </View>
  );
}

const sourcesOf = (item: Briefing["items"][number], speech: Speech): string =>
  [...new Set(item.sources.map((source) => speech.known("kind", source.type)))].join(", ");
