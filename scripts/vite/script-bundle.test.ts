import { expect, test } from "vitest";
import { bundleScript } from "./script-bundle.ts";

test("the bootstrap script is one small classic script", async () => {
  const script = await bundleScript("app/lib/bootstrap/bootstrap.ts");
  expect(() => new Function(script)).not.toThrow();
  expect(script).toContain("capturedClick");
  // It is in the head of every page.
  expect(script.length).toBeLessThan(1500);
});
