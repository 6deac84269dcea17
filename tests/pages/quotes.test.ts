/** What the server draws of /request-quote: the number is the shop's setting, and missing only while nobody knows it. */
import { within } from "@testing-library/dom";
import { fresh } from "../support/fresh.ts";
import { expect, getDocument, test } from "./support/pages.ts";

const OPTIONS = ["Envoyer une image", "Envoyer un fichier"];

test("the number is the shop's setting", async ({ shop }) => {
  await shop.sql`update shop_settings set whatsapp = '22650000000'`;
  const page = await getDocument(shop, fresh("/request-quote"));
  const links = within(page.body).getAllByText("Continuer vers WhatsApp");
  expect(links).toHaveLength(OPTIONS.length);
  for (const link of links) {
    expect(link.getAttribute("href")).toMatch(/^https:\/\/wa\.me\/22650000000\?text=Bonjour/);
    expect(link.getAttribute("target")).toBe("_blank");
    expect(link.getAttribute("rel")).toContain("noopener");
  }
});

test("while the settings cannot be read, it says that WhatsApp is away", async ({ shop }) => {
  const columns = await shop.sql<{ name: string }[]>`
    select column_name as name from information_schema.column_privileges
    where table_schema = 'public' and table_name = 'shop_settings' and grantee = 'anon'
      and privilege_type = 'SELECT'`;
  await shop.sql`revoke select on shop_settings from anon`;
  try {
    const { body } = await getDocument(shop, fresh("/request-quote"));
    const notices = Array.from(body.querySelectorAll("[role=alert]"), ({ textContent }) => textContent);
    expect(notices.filter((text) => text?.includes("WhatsApp est momentanément indisponible"))).toHaveLength(
      OPTIONS.length,
    );
    expect(within(body).queryByText("Continuer vers WhatsApp")).toBeNull();
  } finally {
    const names = columns.map(({ name }) => name);
    await shop.sql`grant select (${shop.sql(names)}) on shop_settings to anon`;
  }
});
