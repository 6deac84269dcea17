/** Mutations of the administrators. The database decides who may; every function throws its error. */
import { assertRowsUpdated } from "#app/features/admin/shared/mutations/assert-rows-affected.ts";
import { getInvitationPath } from "#app/lib/models/staff-invitations.ts";
import type { StaffRole } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { AdministratorValues } from "./administrator.schema.ts";

/**
 * `invited`: the link is on its way to the address or the number. Without a provider of text messages it is returned
 * instead, for a chat that the caller opens.
 */
export async function addAdministrator(
  client: Supabase,
  { contact, name, role }: AdministratorValues,
): Promise<"added" | "invited" | { link: string }> {
  if (contact.includes("@")) {
    const { data } = await client.rpc("add_administrator", { email: contact, name, role }).throwOnError();
    return data === "added" ? "added" : "invited";
  }
  const { data: token } = await client.rpc("invite_by_text", { phone: contact, name, role }).throwOnError();
  return token === null ? "invited" : { link: window.location.origin + getInvitationPath(token) };
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
