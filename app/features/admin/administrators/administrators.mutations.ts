/** Mutations of the administrators. The database decides who may; every function throws its error. */
import { assertRowsUpdated } from "#app/features/admin/shared/mutations/assert-rows-affected.ts";
import type { StaffRole } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { AdministratorValues } from "./administrator.schema.ts";

/** `invited`: the address has to be proven first, by the link of a mail. */
export async function addAdministrator(
  client: Supabase,
  { email, name, role }: AdministratorValues,
): Promise<"added" | "invited"> {
  const { data } = await client.rpc("add_administrator", { email, name, role }).throwOnError();
  return data === "added" ? "added" : "invited";
}

/** Takes the rights at once; the account stays. */
export async function removeAdministrator(client: Supabase, id: string): Promise<void> {
  await client.rpc("remove_administrator", { administrator: id }).throwOnError();
}

/** Gives and takes the rights of the role at once. */
export async function setStaffRole(client: Supabase, id: string, role: StaffRole): Promise<void> {
  await client.rpc("set_staff_role", { administrator: id, role }).throwOnError();
}

export async function withdrawInvitation(client: Supabase, id: string): Promise<void> {
  await client.from("admin_invitations").delete().eq("id", id).throwOnError();
}

/** Makes the signed-in user an administrator. */
export async function acceptInvitation(client: Supabase, token: string): Promise<void> {
  await client.rpc("accept_admin_invitation", { token }).throwOnError();
}

/** For owners alone. */
export async function setDiscountLimit(
  client: Supabase,
  role: StaffRole,
  maximum_percent: number,
): Promise<void> {
  const { data } = await client
    .from("discount_limits")
    .update({ maximum_percent })
    .eq("role", role)
    .select("role")
    .throwOnError();
  await assertRowsUpdated(data);
}
