// One talk: what was said, what waits in it, what is on its way, and where one writes.

import { Stack, router, useLocalSearchParams } from "expo-router";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { KeyboardAvoidingView, Platform, ScrollView, View } from "react-native";
import type { Schemas } from "@/api/api";
import type { Question, Turn } from "@/api/turn";
import { newMessageId } from "@/kept/ids";
import { useSignedIn } from "@/session/session";
import { AsksUser, type Reply } from "@/talk/asks";
import { Composer } from "@/talk/composer";
import { Mine, Theirs, UnderWay, told } from "@/talk/messages";
import { PreviewCard } from "@/talk/preview_card";
import { shared } from "@/talk/shared";
import { useLoaded } from "@/ui/loaded";
import { Button, Notice, Say, Waiting, Wrong } from "@/ui/parts";
import { useTheme } from "@/ui/theme";

type Thread = Schemas["ThreadView"];
type Preview = Schemas["PreviewOut"];
const NEW = "new";
const LOOK_AGAIN_MS = 2000; // at a run that another device began

export default function Talk() {
  const { id } = useLocalSearchParams<{ id: string }>();
  // A new talk gets its id while its first answer is on its way: the screen stays.
  const threadId = id === NEW ? null : id;
  const { api, turns, speech } = useSignedIn();
  const theme = useTheme();
  const mine = useRef<Turn | null>(null);
  const [text] = useState(() => shared.take());
  const [changed, setChanged] = useState<Record<string, Preview>>({});
  const underWay = useSyncExternalStore(turns.subscribe, turns.current, turns.current).filter((turn) =>
    turn.threadId === null ? turn === mine.current : turn.threadId === threadId,
  );

  const thread = useLoaded<Thread | null>(
    useCallback(
      async (signal) => {
        if (!threadId) return null;
        return api.data(api.client.GET("/mobile/threads/{thread_id}", { params: { path: { thread_id: threadId } }, signal }));
      },
      [api, threadId],
    ),
  );
  useTurnsThread(mine, threadId);
  useAnswered(underWay, thread.value, thread.again);
  useOthersRun(thread.value, underWay.length > 0, thread.again);

  const send = useQuestions(threadId, (turn) => {
    mine.current = turn;
  });
  const waits = waitingIn(thread.value, changed);
  const asks = underWay.length ? null : (thread.value?.need_user_input ?? null);
  const running = underWay.find((turn) => !turn.ended) ?? null;
  const onChange = (place: string, now: Preview) => {
    setChanged((before) => ({ ...before, [place]: now, [now.id]: now }));
    thread.again();
  };
  return (
    <KeyboardAvoidingView style={{ flex: 1, backgroundColor: theme.ground }} behavior={Platform.OS === "ios" ? "padding" : undefined}>
      <Stack.Screen options={{ title: thread.value?.title || speech.say(threadId ? "untitled" : "new_talk") }} />
      <Scrolled news={`${thread.value?.messages.length ?? 0}:${underWay.length}`}>
        <Wrong error={thread.error} again={thread.again} />
        {threadId && !thread.value && thread.loading && !underWay.length ? <Waiting label={speech.say("loading")} /> : null}
        {!threadId && !underWay.length ? <Say kind="quiet">{speech.say(text ? "shared_waits" : "nothing_said")}</Say> : null}
        <Earlier thread={thread.value} become={thread.become} />
        {(thread.value?.messages ?? [])
          .filter((message) => !underWay.some((turn) => turn.runId !== null && turn.runId === message.run_id))
          .map((message) => (
            <Said key={message.id} message={message} previews={waits.byId} changed={onChange} />
          ))}
        {waits.unspoken(thread.value).map(({ place, preview }) => (
          <PreviewCard key={place} preview={preview} changed={(now) => onChange(place, now)} />
        ))}
        {underWay.map((turn) => (
          <UnderWay
            key={turn.question.client_message_id}
            turn={turn}
            again={() => {
              mine.current = turns.again(turn);
            }}
            discard={() => turns.forget(turn)}
          />
        ))}
        {thread.value?.active_run_id && !underWay.length ? <Notice>{speech.say("working")}</Notice> : null}
        {asks ? <AsksUser asks={asks} reply={(given) => send(given.shown, [], replyTo(asks, given))} /> : null}
      </Scrolled>
      <Composer
        initial={text}
        label={speech.say(asks?.kind === "text" ? "your_answer" : "message")}
        send={(said, documents) =>
          send(said, documents, asks?.kind === "text" ? replyTo(asks, { says: { text: said }, shown: said }) : null)
        }
        stop={running ? () => running.stop() : null}
      />
    </KeyboardAvoidingView>
  );
}

const replyTo = (asks: Schemas["NeedUserInputOut"], { says }: Reply): Schemas["Reply"] => ({ id: asks.id, ...says });

/** Sends what was said, each time as a message of its own name. */
function useQuestions(threadId: string | null, sent: (turn: Turn) => void) {
  const { turns, speech, zone } = useSignedIn();
  return (said: string, documents: string[], reply: Schemas["Reply"] | null) => {
    const question: Question = {
      question: said,
      thread_id: threadId,
      attachments: documents.map((document_id) => ({ document_id })),
      client_context: { timezone: zone, locale: speech.region },
      client_message_id: newMessageId(),
      on_disconnect: "finish",
      reply_to_clarification: reply,
    };
    sent(turns.start(question));
  };
}

/** The address of a new talk becomes its own, so that it is found again. */
function useTurnsThread(mine: { current: Turn | null }, threadId: string | null) {
  const { turns } = useSignedIn();
  useEffect(
    () =>
      turns.subscribe(() => {
        if (!threadId && mine.current?.threadId) router.setParams({ id: mine.current.threadId });
      }),
    [turns, mine, threadId],
  );
}

/** What was answered is read from the thread; the turn is shown until it is there. */
function useAnswered(underWay: readonly Turn[], thread: Thread | null, again: () => void) {
  const { turns } = useSignedIn();
  useEffect(() => {
    const ends = underWay.map((turn) => turn.subscribe(() => turn.view.state === "answered" && again()));
    return () => {
      for (const end of ends) end();
    };
  });
  useEffect(() => {
    for (const turn of underWay) {
      const answer = turn.view.bundle?.message_id;
      if (answer && thread?.messages.some((message) => message.id === answer)) turns.forget(turn);
    }
  });
}

/** Another device asked: look until its answer is there. */
function useOthersRun(thread: Thread | null, own: boolean, again: () => void) {
  const runs = !own && thread?.active_run_id;
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(again, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [runs, again]);
}

/** The previews that wait, as they stand now; those of no message shown come after all of them. One that was edited here is
 * another one than before, and stays in its place: `changed` has it under the id that was there first too. */
function waitingIn(thread: Thread | null, changed: Record<string, Preview>) {
  const byId: Record<string, Preview> = {};
  for (const preview of thread?.previews ?? []) byId[preview.id] = preview;
  Object.assign(byId, changed);
  const placeOf = (id: string): string =>
    Object.entries(changed).find(([place, now]) => now.id === id && place !== id)?.[0] ?? id;
  return {
    byId,
    unspoken(shown: Thread | null): { place: string; preview: Preview }[] {
      const spoken = new Set((shown?.messages ?? []).flatMap((message) => told(message).previewIds));
      return (shown?.previews ?? [])
        .map((preview) => ({ place: placeOf(preview.id), preview: byId[preview.id] ?? preview }))
        .filter(({ place, preview }) => !spoken.has(place) && !spoken.has(preview.id));
    },
  };
}

type SaidProps = {
  message: Schemas["MobileMessage"];
  previews: Record<string, Preview>;
  changed(place: string, now: Preview): void;
};

function Said({ message, previews, changed }: SaidProps) {
  if (message.role === "user") return <Mine text={message.content} />;
  const { actions, previewIds } = told(message);
  const besides = actions.filter(({ outcome, preview_id }) => outcome !== "waiting" || !previews[preview_id ?? ""]); // a card says it
  return (
    <View style={{ gap: 10 }}>
      <Theirs text={message.content} actions={besides} speaker={message.speaker} />
      {previewIds
        .flatMap((place) => (previews[place] ? [{ place, preview: previews[place] }] : []))
        .map(({ place, preview }) => (
          <PreviewCard key={place} preview={preview} changed={(now) => changed(place, now)} />
        ))}
    </View>
  );
}

function Earlier({ thread, become }: { thread: Thread | null; become(now: Thread): void }) {
  const { api, speech } = useSignedIn();
  const [wrong, setWrong] = useState<unknown>(null);
  if (!thread?.next_cursor) return null;
  const { id, next_cursor: cursor, messages } = thread;
  async function load() {
    try {
      const params = { path: { thread_id: id }, query: { cursor } };
      const before = await api.data(api.client.GET("/mobile/threads/{thread_id}", { params }));
      setWrong(null);
      if (thread) become({ ...thread, messages: [...before.messages, ...messages], next_cursor: before.next_cursor });
    } catch (error) {
      setWrong(error);
    }
  }
  return (
    <>
      <Button title={speech.say("earlier")} onPress={() => void load()} />
      <Wrong error={wrong} />
    </>
  );
}

/** Keeps what is newest in sight. */
function Scrolled({ children, news }: { children: React.ReactNode; news: string }) {
  const view = useRef<ScrollView>(null);
  useEffect(() => view.current?.scrollToEnd({ animated: false }), [news]);
  return (
    <ScrollView
      ref={view}
      role="main"
      tabIndex={0}
      keyboardShouldPersistTaps="handled"
      contentContainerStyle={{ gap: 14, padding: 16, width: "100%", maxWidth: 720, alignSelf: "center" }}
    >
      {children}
    </ScrollView>
  );
}
