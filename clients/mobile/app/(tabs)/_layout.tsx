// Where one is: talks, the day, proposals, jobs, the rest.

import { Tabs } from "expo-router";
import { useSession } from "@/session/session";
import { useTheme } from "@/ui/theme";

const SCREENS = [
  ["index", "talks"],
  ["today", "today"],
  ["proposals", "proposals"],
  ["jobs", "jobs"],
  ["more", "more"],
] as const;

export default function Places() {
  const { say } = useSession().speech;
  const theme = useTheme();
  return (
    <Tabs
      screenOptions={{
        tabBarIcon: () => null,
        tabBarIconStyle: { display: "none" },
        tabBarLabelPosition: "beside-icon",
        tabBarLabelStyle: { fontSize: 12, marginStart: 0 },
        tabBarItemStyle: { paddingHorizontal: 0 },
        tabBarActiveTintColor: theme.accent,
        tabBarInactiveTintColor: theme.quiet,
      }}
    >
      {SCREENS.map(([name, word]) => (
        <Tabs.Screen key={name} name={name} options={{ title: say(word) }} />
      ))}
    </Tabs>
  );
}
