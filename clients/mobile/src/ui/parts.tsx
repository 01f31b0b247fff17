// What are the screens made of? Text, buttons, fields, notices; start and end instead of left and right, so that they are
// mirrored where one reads from right to left.

import type { ReactNode } from "react";
import {
  ActivityIndicator,
  Pressable,
  type PressableProps,
  RefreshControl,
  ScrollView,
  Text,
  TextInput,
  type TextInputProps,
  type TextProps,
  View,
} from "react-native";
import { useSafeAreaInsets } from "react-native-safe-area-context";
import { useSession } from "@/session/session";
import { saying } from "./errors";
import type { Loaded } from "./loaded";
import { useTheme } from "./theme";

export const GAP = 12;
const TOUCH = 44; // the least that a finger meets
const READABLE = 720;

type Saying = TextProps & { kind?: "body" | "quiet" | "wrong" | "good" | "title" | "strong" };

export function Say({ kind = "body", style, ...rest }: Saying) {
  const theme = useTheme();
  const color = { quiet: theme.quiet, wrong: theme.wrong, good: theme.good }[kind as string] ?? theme.text;
  const heading = kind === "title" ? ({ role: "heading", "aria-level": 2 } as const) : {};
  const size = { fontSize: kind === "title" ? 20 : kind === "quiet" ? 14 : 16, lineHeight: kind === "title" ? 27 : 23 };
  const weight = { fontWeight: kind === "title" || kind === "strong" ? ("600" as const) : ("400" as const) };
  return <Text {...heading} {...rest} style={[{ color, textAlign: "auto" }, size, weight, style]} />;
}

type ButtonProps = Omit<PressableProps, "children" | "style"> & {
  title: string;
  /** What a screen reader says, where `title` alone does not say to what it belongs. */
  label?: string;
  kind?: "primary" | "plain";
};

export function Button({ title, label, kind = "plain", disabled, ...rest }: ButtonProps) {
  const theme = useTheme();
  const primary = kind === "primary";
  return (
    <Pressable
      {...rest}
      disabled={disabled}
      role="button"
      aria-label={label ?? title}
      aria-disabled={disabled ?? false}
      style={({ pressed }) => ({
        minHeight: TOUCH,
        justifyContent: "center",
        alignItems: "center",
        paddingHorizontal: 16,
        borderRadius: 10,
        borderWidth: 1,
        borderColor: primary ? theme.accent : theme.line,
        backgroundColor: primary ? theme.accent : theme.raised,
        opacity: disabled ? 0.5 : pressed ? 0.8 : 1,
      })}
    >
      <Say kind="strong" style={{ color: primary ? theme.onAccent : theme.accent }}>
        {title}
      </Say>
    </Pressable>
  );
}

type FieldProps = TextInputProps & { label: string; hint?: string; hideLabel?: boolean };

export function Field({ label, hint, hideLabel = false, style, ...rest }: FieldProps) {
  const theme = useTheme();
  return (
    <View style={{ gap: 4 }}>
      {hideLabel ? null : <Say kind="strong">{label}</Say>}
      <TextInput
        placeholder={hideLabel ? label : undefined}
        {...rest}
        aria-label={label}
        accessibilityHint={hint}
        placeholderTextColor={theme.quiet}
        style={[
          {
            minHeight: TOUCH,
            borderWidth: 1,
            borderColor: theme.line,
            borderRadius: 10,
            paddingHorizontal: 12,
            paddingVertical: 10,
            fontSize: 16,
            color: theme.text,
            backgroundColor: theme.raised,
            textAlign: "auto",
          },
          style,
        ]}
      />
      {hint ? <Say kind="quiet">{hint}</Say> : null}
    </View>
  );
}

/** Side by side; below each other where there is no room. */
export const Row = ({ children }: { children: ReactNode }) => (
  <View style={{ flexDirection: "row", flexWrap: "wrap", gap: 8, alignItems: "center" }}>{children}</View>
);

export function Card({ children, label }: { children: ReactNode; label?: string }) {
  const theme = useTheme();
  return (
    <View
      role={label ? "group" : undefined}
      aria-label={label}
      style={{
        gap: 8,
        padding: 14,
        borderRadius: 12,
        borderWidth: 1,
        borderColor: theme.line,
        backgroundColor: theme.raised,
      }}
    >
      {children}
    </View>
  );
}

/** Something that came about: read out as it appears. */
export const Notice = ({ children, wrong = false }: { children: ReactNode; wrong?: boolean }) => (
  <View role={wrong ? "alert" : "status"} aria-live={wrong ? "assertive" : "polite"}>
    {children ? <Say kind={wrong ? "wrong" : "good"}>{children}</Say> : null}
  </View>
);

/** What an error says, with a button to try again where that is of use. */
export function Wrong({ error, again }: { error: unknown; again?: () => void }) {
  const { speech, signedIn, lastBase } = useSession();
  if (!error) return null;
  return (
    <View style={{ gap: 8 }}>
      <Notice wrong>{saying(error, speech, signedIn?.api.base ?? lastBase)}</Notice>
      {again ? (
        <Row>
          <Button title={speech.say("again")} onPress={again} />
        </Row>
      ) : null}
    </View>
  );
}

type ScreenProps<T> = { loaded: Loaded<T>; children: (value: T) => ReactNode; above?: ReactNode };

/** A page that shows what is loaded: waiting, wrong, empty (the children say how) or there; pulled down it loads again. */
export function LoadedScreen<T>({ loaded, children, above }: ScreenProps<T>) {
  const { speech } = useSession();
  return (
    <Page refresh={{ on: loaded.loading && loaded.value !== null, again: loaded.again }}>
      {above}
      <Wrong error={loaded.error} again={loaded.again} />
      {loaded.value !== null ? children(loaded.value) : loaded.loading ? <Waiting label={speech.say("loading")} /> : null}
    </Page>
  );
}

export const Waiting = ({ label }: { label: string }) => (
  <ActivityIndicator accessibilityLabel={label} style={{ padding: 24 }} />
);

export function Page({ children, refresh }: { children: ReactNode; refresh?: { on: boolean; again(): void } }) {
  const theme = useTheme();
  const insets = useSafeAreaInsets();
  return (
    <ScrollView
      role="main"
      tabIndex={0} // what is below is reached by keys too
      keyboardShouldPersistTaps="handled"
      style={{ backgroundColor: theme.ground }}
      contentContainerStyle={{
        gap: GAP,
        padding: 16,
        paddingBottom: 16 + insets.bottom,
        width: "100%",
        maxWidth: READABLE,
        alignSelf: "center",
      }}
      refreshControl={refresh ? <RefreshControl refreshing={refresh.on} onRefresh={refresh.again} /> : undefined}
    >
      {children}
    </ScrollView>
  );
}
