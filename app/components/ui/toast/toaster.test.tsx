import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { Toaster } from "./toaster.tsx";

it("renders an empty live region on the server, so that screen readers know it before the first toast", () => {
  expect(renderToString(<Toaster />)).toMatch(
    /^<section aria-label="Notifications" aria-live="polite"[^>]*><\/section>$/,
  );
});
