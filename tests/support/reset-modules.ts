/** Unit test files share a process: each starts with fresh modules, globals and zod settings. */
import { afterAll, vi } from "vitest";
import * as z from "zod/mini";

vi.resetModules();
// app/lib/forms/validation-defaults.ts sets it where there is a document.
z.config({ localeError: undefined });

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
