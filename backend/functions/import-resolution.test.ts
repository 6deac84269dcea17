import { expect, it } from "vitest";
import { resolveSpecifier } from "./import-resolution.ts";

it.each([
  ["npm:zod", "zod"],
  ["npm:/zod@3.2.1", "zod"],
  ["npm:@supabase/postgrest-js@2/dist/x.js", "@supabase/postgrest-js/dist/x.js"],
  ["jsr:@supabase/supabase-js@2", "@jsr/supabase__supabase-js"],
  ["jsr:@supabase/functions-js/edge-runtime.d.ts", "data:text/javascript,"],
  ["database", "@supabase/postgrest-js"],
  ["database/x", "database/x"],
  ["std/http/server.ts", "data:std/http/server.ts"],
  ["std/own/server.ts", "./own/server.ts"],
  ["toString", "toString"],
  ["./neighbour.ts", "./neighbour.ts"],
  ["node:fs", "node:fs"],
])("an import of %s is looked for as %s", (specifier, target) => {
  const names = { database: "npm:@supabase/postgrest-js@2.119.0", "std/": "data:std/", "std/own/": "./own/" };
  expect(resolveSpecifier(specifier, names)).toBe(target);
});
