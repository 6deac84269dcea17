import { PostgrestClient } from "@supabase/postgrest-js";
import { expect, it } from "vitest";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { findProfile } from "./profile.queries.ts";
import { getProfilePath } from "./profile-path.ts";

it("is what the client requests for the profile", async () => {
  const urls: string[] = [];
  const client = new PostgrestClient<Database>("https://shop.example/rest/v1", {
    fetch: async (input) => {
      urls.push(String(input));
      return Response.json([]);
    },
  });
  await findProfile(client, "8f0c");
  expect(urls).toEqual([`https://shop.example${getProfilePath("8f0c")}`]);
});
