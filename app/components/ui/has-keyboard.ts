/** Whether a focused field costs nothing: on a touch screen it opens a keyboard that hides half of the screen. */
export function hasKeyboard(): boolean {
  return matchMedia("(pointer: fine)").matches;
}
