// Which colours? Those of the device's appearance, each pair with a contrast of at least 4.5 to 1.

import { useColorScheme } from "react-native";

const LIGHT = {
  ground: "#f7f6f3",
  raised: "#ffffff",
  text: "#1d2126",
  quiet: "#5a616a",
  line: "#d5d3cd",
  accent: "#1f5f8b",
  onAccent: "#ffffff",
  mine: "#e3edf4",
  wrong: "#a3262a",
  good: "#1d6b3f",
};

const DARK: Theme = {
  ground: "#14171a",
  raised: "#1d2226",
  text: "#e8eaec",
  quiet: "#a5adb5",
  line: "#3a4249",
  accent: "#7db8de",
  onAccent: "#10222e",
  mine: "#20323e",
  wrong: "#f0908f",
  good: "#7fd0a0",
};

export type Theme = typeof LIGHT;

export const useTheme = (): Theme => (useColorScheme() === "dark" ? DARK : LIGHT);
