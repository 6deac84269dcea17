import { expect, test } from "vitest";
import { bundleScript } from "./script-bundle.ts";

test.each([
  ["bootstrap", "capturedClick"],
  ["bootstrap-private", "earlyRequests"],
])("%s is one small classic script, as it is in the head of pages", async (name, word) => {
  const script = await bundleScript(`app/${name}.ts`);
  expect(() => new Function(script)).not.toThrow();
  expect(script).toContain(word);
  // Every page has it; what it needs of variants and units is a quarter of it.
  expect(script.length).toBeLessThan(7150);
});
