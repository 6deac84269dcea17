/** A backend for admin tests, with an administrator and a customer who use the unchanged official client. */
import { type ShopClient, startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createSignedInUser, type SignedInUser } from "#tests/support/signed-in-users.ts";

export interface AdminBackend {
  backend: TestBackend;
  /** An administrator. */
  fatou: SignedInUser;
  /** A customer. */
  awa: SignedInUser;
}

/** A shop with one administrator and one customer. */
export async function startAdminBackend(template: "empty" | "demo" = "empty"): Promise<AdminBackend> {
  const backend = await startTestBackend(template);
  return {
    backend,
    fatou: await createSignedInAdmin(backend, "fatou@yaare.bf", "Fatou Sawadogo"),
    awa: await createSignedInUser(backend, "awa@exemple.bf"),
  };
}

/** Creates an account that is listed in admin_users, and signs it in. */
export async function createSignedInAdmin(
  backend: TestBackend,
  email: string,
  name: string,
): Promise<SignedInUser> {
  const user = await createSignedInUser(backend, email);
  const admin = backend.database.connect("supabase_admin", 1);
  await admin`insert into public.admin_users (id, name, email) values (${user.id}, ${name}, ${email})`;
  return user;
}

/** The audit log, oldest first, without its first entries about new administrators. */
export async function listAuditLog(client: ShopClient, table?: string) {
  const all = client
    .from("audit_log")
    .select("table_name,action,actor_name,what,before,after,row_id")
    .neq("table_name", "admin_users")
    .order("id");
  const { data } = await (table === undefined ? all : all.eq("table_name", table)).throwOnError();
  return data;
}
