// Light or dark? As the device says, unless the user has chosen.

const CHOICE = "steward.theme";

export const chosen = () => localStorage.getItem(CHOICE);

/** `light`, `dark`, or null = as the device says. */
export function choose(theme) {
  if (theme) localStorage.setItem(CHOICE, theme);
  else localStorage.removeItem(CHOICE);
  apply();
}

export function apply() {
  const theme = chosen();
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
