// The frame of the app: who is not signed in sees the sign-in alone.

import { DarkTheme, DefaultTheme, Stack, ThemeProvider, router } from "expo-router";
import { StatusBar } from "expo-status-bar";
import { useColorScheme } from "react-native";
import { SafeAreaProvider } from "react-native-safe-area-context";
import { screenOf } from "@/pushes/opening";
import { useTapped } from "@/pushes/phone";
import { SessionProvider, useSession } from "@/session/session";
import { useTheme } from "@/ui/theme";

/** Who comes by a link can go back to the talks. */
export const unstable_settings = { anchor: "(tabs)" };

export default function Frame() {
  return (
    <SafeAreaProvider>
      <SessionProvider>
        <Screens />
      </SessionProvider>
    </SafeAreaProvider>
  );
}

function Screens() {
  const { signedIn, ready, speech } = useSession();
  const theme = useTheme();
  const base = useColorScheme() === "dark" ? DarkTheme : DefaultTheme;
  if (!ready) return null; // the token is looked for: a moment
  const colors = { ...base.colors, background: theme.ground, card: theme.raised, text: theme.text, border: theme.line, primary: theme.accent };
  return (
    <ThemeProvider value={{ ...base, colors }}>
      <StatusBar style="auto" />
      {signedIn ? <Tapped /> : null}
      <Stack screenOptions={{ headerBackTitle: speech.say("back") }}>
        <Stack.Protected guard={signedIn !== null}>
          <Stack.Screen name="(tabs)" options={{ headerShown: false, title: "Steward" }} />
          <Stack.Screen name="thread/[id]" options={{ title: speech.say("steward") }} />
        </Stack.Protected>
        <Stack.Protected guard={signedIn === null}>
          <Stack.Screen name="sign-in" options={{ headerShown: false, title: "Steward" }} />
        </Stack.Protected>
        <Stack.Screen name="share" options={{ headerShown: false, title: "Steward" }} />
        <Stack.Screen name="+not-found" options={{ title: "Steward" }} />
      </Stack>
    </ThemeProvider>
  );
}

/** A push that is tapped opens what it is about. */
function Tapped() {
  useTapped(opened);
  return null;
}

function opened(data: unknown): void {
  const screen = screenOf(data);
  if (screen) router.push(screen);
}
