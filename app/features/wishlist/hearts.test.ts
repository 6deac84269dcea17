import { expect, it, vi } from "vitest";
import { subscribeToHearts, whenHeartsShow } from "./hearts.ts";

it("tells once when the first heart comes, at once when there is one, and never after it was taken back", () => {
  const [early, takenBack, late] = [vi.fn(), vi.fn(), vi.fn()];
  whenHeartsShow(early);
  whenHeartsShow(takenBack)();
  expect(early).not.toHaveBeenCalled();
  const gone = [subscribeToHearts(() => {}), subscribeToHearts(() => {})];
  whenHeartsShow(late);
  for (const mock of [early, late]) expect(mock).toHaveBeenCalledTimes(1);
  expect(takenBack).not.toHaveBeenCalled();
  for (const leave of gone) leave();
});
