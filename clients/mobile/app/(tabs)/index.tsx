// Which talks are there? The newest first, with what waits for the user; searched by what was said.

import { router } from "expo-router";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { Pressable } from "react-native";
import type { Schemas } from "@/api/api";
import { useSignedIn } from "@/session/session";
import { UnderWay } from "@/talk/messages";
import { useLoaded } from "@/ui/loaded";
import { Button, Card, Field, LoadedScreen, Say } from "@/ui/parts";

type Listed = Schemas["Listed_ThreadItem_"];
const AT_ONCE = 30;

export default function Talks() {
  const { api, turns, speech } = useSignedIn();
  const { say } = speech;
  const underWay = useSyncExternalStore(turns.subscribe, turns.current, turns.current);
  const [q, setQ] = useState("");
  const list = useCallback(
    (cursor: string | null, signal?: AbortSignal): Promise<Listed> => {
      const query = { limit: AT_ONCE, archived: false, ...(q ? { q } : {}), ...(cursor ? { cursor } : {}) };
      return api.data(api.client.GET("/mobile/threads", { params: { query }, ...(signal ? { signal } : {}) }));
    },
    [api, q],
  );
  const loaded = useLoaded(useCallback((signal: AbortSignal) => list(null, signal), [list]));
  const [wrong, setWrong] = useState<unknown>(null);

  const { again } = loaded;
  const answered = underWay.filter((turn) => turn.view.state === "answered").length;
  useEffect(() => {
    if (answered) again();
  }, [answered, again]);

  async function more(listed: Listed) {
    try {
      const next = await list(listed.next_cursor ?? null);
      setWrong(null);
      loaded.become({ ...next, items: [...listed.items, ...next.items] });
    } catch (error) {
      setWrong(error);
    }
  }

  const above = (
    <>
      <Button kind="primary" title={say("new_talk")} onPress={() => router.push("/thread/new")} />
      <Search label={say("search")} onSearch={setQ} />
      {underWay
        .filter((turn) => turn.threadId === null) // no talk has them yet
        .map((turn) => (
          <UnderWay
            key={turn.question.client_message_id}
            turn={turn}
            again={() => turns.again(turn)}
            discard={() => turns.forget(turn)}
          />
        ))}
    </>
  );
  return (
    <LoadedScreen loaded={{ ...loaded, error: loaded.error ?? wrong }} above={above}>
      {(listed) => (
        <>
          {listed.items.length ? null : <Say kind="quiet">{q ? say("nothing_found", { q }) : say("no_talks")}</Say>}
          {listed.items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
          {listed.next_cursor ? <Button title={say("show_more")} onPress={() => void more(listed)} /> : null}
        </>
      )}
    </LoadedScreen>
  );
}

function Search({ label, onSearch }: { label: string; onSearch(q: string): void }) {
  const [text, setText] = useState("");
  return (
    <Field
      label={label}
      hideLabel
      inputMode="search"
      enterKeyHint="search"
      value={text}
      onChangeText={(now) => {
        setText(now);
        if (!now) onSearch("");
      }}
      onSubmitEditing={() => onSearch(text.trim())}
    />
  );
}

function Item({ item }: { item: Schemas["ThreadItem"] }) {
  const { speech } = useSignedIn();
  const title = item.title || speech.say("untitled");
  return (
    <Pressable role="link" aria-label={item.needs_user ? `${title}, ${speech.say("needs_you")}` : title} onPress={() => router.push(`/thread/${item.id}`)}>
      <Card>
        <Say kind="strong" numberOfLines={1}>
          {title}
        </Say>
        {item.snippet ? <Say numberOfLines={2}>{item.snippet}</Say> : null}
        <Say kind="quiet">
          {[item.last_message_at ? speech.moment(item.last_message_at) : "", item.needs_user ? speech.say("needs_you") : ""]
            .filter(Boolean)
            .join(" · ")}
        </Say>
      </Card>
    </Pressable>
  );
}
