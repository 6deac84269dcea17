/** Queries of a person's data and of how long data is stored. Every function throws the backend's error. */
import * as z from "zod/mini";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** Whose data it is: an account, or an e-mail address or a telephone number. */
export type PersonKey = { account: string } | { contact: string };

const summarySchema = z.object({
  emails: z.array(z.string()),
  numbers: z.array(z.string()),
  accounts: z.number(),
  orders: z.number(),
  /** The numbers of those that prevent an erasure. */
  open_orders: z.array(z.string()),
  reviews: z.number(),
  messages: z.number(),
  quotes: z.number(),
});
export type PersonSummary = z.output<typeof summarySchema>;

export async function summarizePerson(client: Supabase, person: PersonKey): Promise<PersonSummary> {
  const { data } = await client.rpc("summarize_customer_data", person).throwOnError();
  return summarySchema.parse(data);
}

/** The document that the customer's own copy is, too. */
export async function exportPerson(client: Supabase, person: PersonKey): Promise<unknown> {
  const { data } = await client.rpc("export_customer_data", person).throwOnError();
  return data;
}

/** `updated_at` identifies the version. */
export type RetentionSettings = Omit<Database["public"]["Tables"]["retention_settings"]["Row"], "id">;

export const RETENTION_COLUMNS =
  "message_days,quote_days,draft_days,mail_days,audit_days,unused_account_days,order_years,updated_at";

export async function getRetentionSettings(client: Supabase): Promise<RetentionSettings> {
  const { data } = await client.from("retention_settings").select(RETENTION_COLUMNS).single().throwOnError();
  return data;
}
