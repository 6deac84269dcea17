/** Queries for the administrators and those who are invited. Every function throws the backend's error. */
import type { StaffRole } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

export interface ListedAdministrator {
  id: string;
  name: string;
  email: string;
  role: StaffRole;
  created_at: string;
  /** Null when there was none. */
  last_sign_in_at: string | null;
  has_second_factor: boolean;
}

export interface Invitation {
  id: string;
  name: string;
  /** Where the link went: either of the two. */
  email: string | null;
  phone: string | null;
  role: StaffRole;
  created_at: string;
  expires_at: string;
}

/** By name. */
export async function listAdministrators(client: Supabase): Promise<ListedAdministrator[]> {
  const { data } = await client.rpc("list_administrators", undefined, { get: true }).throwOnError();
  return data;
}

/** Newest first, also those that are over. */
export async function listInvitations(client: Supabase): Promise<Invitation[]> {
  const { data } = await client
    .from("admin_invitations")
    .select("id,name,email,phone,role,created_at,expires_at")
    .order("created_at", { ascending: false })
    .throwOnError();
  return data;
}

/** What a role may take off an order, in percent of it. */
export interface DiscountLimit {
  role: StaffRole;
  maximum_percent: number;
}

export async function listDiscountLimits(client: Supabase): Promise<DiscountLimit[]> {
  const { data } = await client
    .from("discount_limits")
    .select("role,maximum_percent")
    .order("role")
    .throwOnError();
  return data;
}

/** What the page of an invitation shows. */
export interface OpenInvitation {
  /** Null for an invitation to a telephone number: whoever has it chooses the account. */
  email: string | null;
  name: string;
  /** Whether there is an account with this address. */
  has_account: boolean;
}

/** Null when the invitation is over, or there is none with this token. */
export async function findInvitation(client: Supabase, token: string): Promise<OpenInvitation | null> {
  const { data } = await client.rpc("find_admin_invitation", { token }).maybeSingle().throwOnError();
  return data;
}
