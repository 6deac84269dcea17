import { expect, it } from "vitest";
import { takeHandoffScript } from "./handoff-script.ts";

it("hands over the whole stream, however it was cut, in a text that cannot end its script", async () => {
  const bytes = new TextEncoder().encode('["é </script><!-- \u2028"]');
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      // The first piece ends within the two bytes of the letter.
      for (const piece of [bytes.slice(0, 3), bytes.slice(3)]) controller.enqueue(piece);
      controller.close();
    },
  });
  const context: Parameters<typeof takeHandoffScript>[0] = { serverHandoffStream: stream };
  expect(await takeHandoffScript(context)).toBe(
    'window.__reactRouterContext.streamController.enqueue("[\\"é \\u003c/script\\u003e\\u003c!-- \\u2028\\"]");' +
      "window.__reactRouterContext.streamController.close();",
  );
  expect(context.serverHandoffStream).toBeUndefined();
});

it("is empty without data", async () => {
  expect(await takeHandoffScript({})).toBe("");
});
