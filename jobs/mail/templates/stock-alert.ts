/** The stock alert: a product, or a variant, that somebody asked to be told of is in stock again. It is sent once for a request. */
import { html } from "hono/html";
import { z } from "zod";
import type { Sql } from "#backend/core/database/database.ts";
import type { MailContent, Shop } from "#jobs/mail/mail-content.ts";
import { MailTemplate } from "#jobs/mail/mail-template.ts";
import { formatXof, toOneLine } from "./format.ts";
import { button, paragraph, renderLayout, signature } from "./layout.ts";

/** The ids of the product and of the variant, if it is one. The request itself is deleted when its mail is queued. */
const payloadSchema = z.object({ product: z.uuid(), variant: z.optional(z.uuid()) });

interface AvailableProduct {
  /** With its choices, for a variant. */
  name: string;
  /** The address of its page, which chooses the variant. */
  path: string;
  /** Francs. */
  price: number;
}

export const template = new MailTemplate(async ({ payload }, shop, sql) => {
  const { product: id, variant } = payloadSchema.parse(payload);
  const product = await (variant ? findVariant(sql, variant) : findProduct(sql, id));
  return product ? renderStockAlert(shop, product) : null;
});

/** Undefined once the product is deleted. */
async function findProduct(sql: Sql, id: string): Promise<AvailableProduct | undefined> {
  const [product] = await sql<AvailableProduct[]>`
    select name, '/product/' || slug as path, price from public.products where id = ${id}`;
  return product;
}

/** Undefined once the variant is deleted. */
async function findVariant(sql: Sql, id: string): Promise<AvailableProduct | undefined> {
  const [variant] = await sql<AvailableProduct[]>`
    select p.name || ' – ' || array_to_string(v.choices, ' · ') as name,
      '/product/' || p.slug || '?variant=' || v.id as path, v.price
    from public.product_variants v join public.products p on p.id = v.product_id
    where v.id = ${id}`;
  return variant;
}

export async function renderStockAlert(
  shop: Shop,
  { name, path, price }: AvailableProduct,
): Promise<MailContent> {
  const href = shop.siteUrl + path;
  const title = "Il est de nouveau en stock";
  const intro = `Vous nous aviez demandé de vous prévenir : ${name} peut de nouveau être commandé, au prix de ${formatXof(price)}.`;
  const note =
    "D'autres personnes attendaient ce produit aussi, et nous ne le mettons pas de côté : le premier qui commande est servi. Vous payez à la livraison.";
  const reason = `Vous recevez ce message, une seule fois, parce que cette adresse a été laissée sous « Me prévenir » sur ${shop.name}. Nous venons de l'effacer de la liste de ce produit : vous n'avez rien à faire pour ne plus en recevoir.`;
  const body = html`
${paragraph(intro)}
${paragraph(button(href, "Voir le produit"))}
${paragraph(note)}`;
  const text = `${intro}

${href}

${note}

${signature(shop, reason)}`;
  return {
    subject: toOneLine(`De nouveau en stock : ${name}`, 150),
    html: await renderLayout(shop, { title, preview: `${name}, ${formatXof(price)}`, body, reason }),
    text,
  };
}
