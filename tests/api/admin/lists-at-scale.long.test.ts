/** The first page of each list of the admin pages uses an index: ten thousand rows are not read one by one. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { fillShop } from "#harness/fill-shop.ts";
import { toShopSize } from "#harness/shop-size.ts";
import { runAs } from "#tests/support/actors.ts";
import type { TestBackend } from "#tests/support/backend.ts";
import type { SignedInUser } from "#tests/support/signed-in-users.ts";
import { startAdminBackend } from "./admin-backend.ts";

let backend: TestBackend;
let fatou: SignedInUser;
beforeAll(async () => {
  ({ backend, fatou } = await startAdminBackend());
  const admin = backend.database.connect("supabase_admin", 1);
  await fillShop(admin, toShopSize(10_000));
});
afterAll(() => backend.close());

/** The rows that a statement reads without an index, in the tables that grow. */
async function scanned(statement: string): Promise<Record<string, number>> {
  const api = backend.database.connect("authenticator", 1);
  return await runAs(api, { role: "authenticated", id: fatou.id }, async (tx) => {
    await tx.unsafe(statement);
    const rows = await tx<{ relname: string; seq_tup_read: number }[]>`
      select relname, seq_tup_read::integer from pg_stat_xact_user_tables
      where schemaname in ('public', 'auth') and seq_tup_read > 1000`;
    return Object.fromEntries(rows.map((row) => [row.relname, row.seq_tup_read]));
  });
}

it.each([
  "select * from products order by created_at desc, id limit 20",
  "select * from products order by name, id limit 20",
  "select * from products order by price limit 20",
  "select * from list_near_products('percuse')",
  "select * from search_products('REF-1234')",
  "select * from search_products('c4ca4')",
  "select * from orders order by created_at desc, id limit 20",
  "select * from orders where status = 'pending' order by created_at desc, id limit 20",
  "select * from orders where created_at >= now() - interval '1 day' order by created_at desc, id limit 20",
  "select * from search_orders('ORD-000001')",
  "select * from search_orders('70 00 12 34')",
  "select * from search_orders('c4ca4')",
  "select * from search_orders('zz')",
  "select * from customers order by created_at desc, id limit 20",
  "select * from search_customers('client123')",
  "select * from search_customers('client c4ca4 e')",
  "select * from office_search('c4ca4')",
  "select * from product_reviews_listed order by created_at desc, id limit 20",
  "select * from search_reviews('c4ca4')",
  "select id from product_reviews where not is_published order by created_at desc, id limit 20",
  "select * from messages order by created_at desc, id limit 20",
  "select * from search_messages('c4ca4')",
  "select * from search_mails('c4ca4 exemple')",
  "select * from search_mails('exemple client')",
  "select * from search_mails('zz')",
  "select * from search_quotes('c4ca4')",
  "select * from search_products('modele')",
  "select * from search_orders('client')",
  "select * from search_customers('client')",
  "select * from search_customers('exemple client a')",
  "select * from search_customers('%%% ___')",
  "select * from search_messages('fuite')",
  "select * from search_reviews('sincère')",
  "select * from search_quotes('mur.jpg')",
  "select * from messages where read_at is null order by created_at desc, id limit 20",
  "select * from quotes where status = 'new' order by created_at desc, id limit 20",
  "select subject_id, kind, recipient, sent_at from mails order by created_at desc, subject_id, kind limit 20",
  "select * from audit_log where actor_id = md5('actor7')::uuid order by at desc, id desc limit 20",
  "select * from audit_log order by at desc, id desc limit 20",
  "select * from audit_log where table_name = 'products' order by at desc, id desc limit 20",
  "select * from audit_log where row_id = md5('product7')::uuid order by at desc, id desc limit 20",
  "select * from waiting_counts()",
  "select * from sales_by_day(7)",
  "select * from best_sellers(7)",
  "select * from free_slug('products', 'Article 7')",
  "select * from list_queue('confirm')",
  "select * from list_queue('prepare')",
  "select * from list_queue('deliver', 'Kaya')",
  "select * from list_queue('late')",
  "select * from list_queue('collect')",
  "select * from desk_counts()",
  "select * from claim_next_order('late')",
  "select * from phone_figures('70 00 12 34')",
  "select * from phone_history('70 00 12 34')",
])("%s", async (statement) => {
  const sql = statement.replace("* from product_reviews_listed", "id, name, comment from product_reviews");
  expect(await scanned(sql.replace(/from (\w+)/, "from public.$1"))).toEqual({});
});
