import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isPictureAddress } from "./picture-address.ts";
import { PICTURE_CHECK_MS, pictureLoads } from "./picture-check.ts";

/** The browser's picture, whose fate the test decides. */
class TestImage {
  static last: TestImage;
  onload = () => {};
  onerror = () => {};
  src = "";
  constructor() {
    TestImage.last = this;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("Image", TestImage);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a picture that comes is good, one that fails is not", async () => {
  const good = pictureLoads("https://exemple.bf/a.jpg");
  expect(TestImage.last.src).toBe("https://exemple.bf/a.jpg");
  TestImage.last.onload();
  await expect(good).resolves.toBe(true);
  const bad = pictureLoads("/b.jpg");
  TestImage.last.onerror();
  await expect(bad).resolves.toBe(false);
});

test("what has not come after 3000 ms counts as good, and not before", async () => {
  const said = vi.fn();
  void pictureLoads("/slow.jpg").then(said);
  await vi.advanceTimersByTimeAsync(2999);
  expect(said).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(said).toHaveBeenCalledWith(true);
  expect(PICTURE_CHECK_MS).toBe(3000);
  TestImage.last.onerror();
  await vi.runAllTimersAsync();
  expect(said).toHaveBeenCalledOnce();
});

test("addresses are those of the database: of another site, or a path of this one", () => {
  for (const good of [
    "https://exemple.bf/a.jpg",
    "http://exemple.bf/a b".replace(" ", "%20"),
    "/pictures/a.jpg",
  ])
    expect(isPictureAddress(good), good).toBe(true);
  for (const bad of ["a.jpg", "ftp://exemple.bf/a", "https://", "https://a b", "javascript:alert(1)", ""])
    expect(isPictureAddress(bad), bad).toBe(false);
  expect(isPictureAddress(`https://exemple.bf/${"a".repeat(2000)}`)).toBe(false);
});
