/** Who works in the back office in these tests, each with the unchanged official client. */
import { type ShopClient, startTestBackend, type TestBackend } from "../../support/backend.ts";
import { createShopper, type Shopper } from "../orders/shoppers.ts";

export interface Office {
  backend: TestBackend;
  /** An administrator. */
  fatou: Shopper;
  /** A customer. */
  awa: Shopper;
}

/** A shop with somebody on either side of the counter. */
export async function openOffice(template: "empty" | "demo" = "empty"): Promise<Office> {
  const backend = await startTestBackend(template);
  return {
    backend,
    fatou: await createStaff(backend, "fatou@yaare.bf", "Fatou Sawadogo"),
    awa: await createShopper(backend, "awa@exemple.bf"),
  };
}

/** An account in the list of administrators, with its session. */
export async function createStaff(backend: TestBackend, email: string, name: string): Promise<Shopper> {
  const staff = await createShopper(backend, email);
  const admin = backend.database.connect("supabase_admin", 1);
  await admin`insert into public.admin_users (id, name, email) values (${staff.id}, ${name}, ${email})`;
  return staff;
}

/** What the journal says, oldest first, without its own first entries about who became an administrator. */
export async function journal(client: ShopClient, table?: string) {
  const all = client
    .from("audit_log")
    .select("table_name,action,actor_name,what,before,after,row_id")
    .neq("table_name", "admin_users")
    .order("id");
  const { data } = await (table === undefined ? all : all.eq("table_name", table)).throwOnError();
  return data;
}
