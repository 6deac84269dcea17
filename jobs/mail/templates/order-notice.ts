/**
 * Tells the shop which orders have arrived since the last notice: one mail for one order, and one for many, so that
 * a busy hour does not fill the mailbox.
 */
import { html } from "hono/html";
import { z } from "zod";
import type { Sql } from "#backend/core/database/database.ts";
import { colorBorder, colorMuted } from "#design/tokens.ts";
import type { MailContent, Shop } from "#jobs/mail/mail-content.ts";
import { MailTemplate } from "#jobs/mail/mail-template.ts";
import { formatXof, toOneLine, withoutLinks } from "./format.ts";
import { button, paragraph, phoneLink, renderLayout, signature } from "./layout.ts";

/** The period of the notice, ISO timestamps; without its end. */
const payloadSchema = z.object({ from: z.string(), until: z.string() });

/** How many orders the mail lists; the others are counted. */
const MAX_LISTED = 20;

const orderSchema = z.object({
  number: z.string(),
  customer_name: z.string().transform((name) => toOneLine(withoutLinks(name), 80)),
  phone: z.string().transform((phone) => toOneLine(withoutLinks(phone), 40)),
  city: z.string().transform((city) => toOneLine(withoutLinks(city), 80)),
  items_count: z.number(),
  total_amount: z.number(),
});
type NewOrder = z.infer<typeof orderSchema>;

interface NewOrders {
  /** The newest of them, newest first. */
  orders: NewOrder[];
  count: number;
  /** Of all of them, in whole francs. */
  amount: number;
}

export const template = new MailTemplate(async ({ payload }, shop, sql) => {
  const found = await findNewOrders(sql, payloadSchema.parse(payload));
  return found.count > 0 ? renderOrderNotice(shop, found) : null;
});

async function findNewOrders(sql: Sql, { from, until }: z.infer<typeof payloadSchema>): Promise<NewOrders> {
  const rows = await sql`
    select o.number, o.customer_name, coalesce(o.shipping_address ->> 'phone', o.customer_phone) as phone,
      coalesce(o.shipping_address ->> 'city', '') as city, o.items_count, o.total_amount,
      count(*) over () as count, sum(o.total_amount) over () as amount
    from public.orders o
    where o.created_at >= ${from}::timestamptz and o.created_at < ${until}::timestamptz and o.status <> 'cancelled'
    order by o.created_at desc, o.id
    limit ${MAX_LISTED}`;
  return {
    orders: z.array(orderSchema).parse(rows),
    count: Number(rows[0]?.count ?? 0),
    amount: Number(rows[0]?.amount ?? 0),
  };
}

export async function renderOrderNotice(
  shop: Shop,
  { orders, count, amount }: NewOrders,
): Promise<MailContent> {
  const [first] = orders;
  const isOne = count === 1 && first;
  const subject = isOne
    ? `Nouvelle commande ${first.number} : ${formatXof(amount)}`
    : `${count} nouvelles commandes : ${formatXof(amount)}`;
  const title = isOne ? "Une nouvelle commande" : `${count} nouvelles commandes`;
  const href = isOne ? `${shop.siteUrl}/admin/orders?search=${first.number}` : `${shop.siteUrl}/admin/orders`;
  const others = count - orders.length;
  const more = others > 0 ? `et ${others} autres.` : "";
  const reason = `Vous recevez ce message parce que cette adresse est celle de la boutique ${shop.name}. Elle se change dans les paramètres.`;
  const body = html`
${orders.map(
  (order) => html`<div style="padding:12px 0;border-top:1px solid ${colorBorder}">
<strong>${order.number}</strong> · <strong style="white-space:nowrap">${formatXof(order.total_amount)}</strong><br>
${order.customer_name}${order.city && `, ${order.city}`}<br>
<span style="color:${colorMuted}">${phoneLink(order.phone)} · ${formatPieces(order)}</span>
</div>
`,
)}
${more ? paragraph(more) : ""}
<p style="margin:24px 0 0">${button(href, isOne ? "Ouvrir la commande" : "Ouvrir les commandes")}</p>`;
  const text = `${orders
    .map(
      (order) =>
        `${order.number} : ${formatXof(order.total_amount)}, ${formatPieces(order)}\n${order.customer_name}${order.city && `, ${order.city}`}\n${order.phone}`,
    )
    .join("\n\n")}
${more && `\n${more}\n`}
${href}

${signature(shop, reason)}`;
  return {
    subject,
    html: await renderLayout(shop, { title, preview: `${formatXof(amount)}.`, body, reason }),
    text,
  };
}

function formatPieces({ items_count }: NewOrder): string {
  return items_count > 1 ? `${items_count} articles` : "1 article";
}
