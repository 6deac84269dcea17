/** Files of unit tests share a process; each finds our modules, globals and zod as if it ran alone. */
import { afterAll, vi } from "vitest";
import * as z from "zod/mini";

vi.resetModules();
// app/lib/validation-defaults.ts sets it where there is a document.
z.config({ localeError: undefined });

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
