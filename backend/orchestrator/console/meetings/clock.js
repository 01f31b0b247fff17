// How is a moment of a recording written?

const two = (number) => String(number).padStart(2, "0");

/** `12:05` into it, `1:02:05` after an hour. */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
