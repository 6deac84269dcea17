/**
 * What all letters look like: one column on sand, dark text on white, nothing that must be fetched. Mail programs
 * read styles in attributes only, and lay out by tables.
 */
import { html } from "hono/html";
import type { Shop } from "../letter.ts";

export type Part = ReturnType<typeof html>;

const FONT = "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const LATERITE = "#B8391A";
const INK = "#1D1A17";
export const SOFT = "#5E564E";
export const LINE = "#E9E1D5";
const SAND = "#FAF6EF";

interface Content {
  title: string;
  preview: string;
  body: Part;
  /** Why this came, in the last line. */
  reason: string;
}

export async function frame(shop: Shop, { title, preview, body, reason }: Content): Promise<string> {
  return String(
    await html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${title}</title>
</head>
<body style="margin:0;padding:0;background:${SAND};color:${INK};font-family:${FONT};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${preview}</div>
<div role="article" aria-roledescription="e-mail" aria-label="${title}" lang="fr">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${SAND}">
<tr><td align="center" style="padding:24px 12px 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:0 8px 16px">
<a href="${shop.siteUrl}" style="color:${LATERITE};font-size:26px;line-height:32px;font-weight:800;letter-spacing:-0.5px;text-decoration:none">${shop.name}</a>
</td></tr>
<tr><td style="background:#FFFFFF;border:1px solid ${LINE};border-top:4px solid ${LATERITE};border-radius:14px;padding:28px 20px 32px;font-size:16px;line-height:25px">
<h1 style="margin:0 0 16px;font-size:25px;line-height:31px;font-weight:800;letter-spacing:-0.4px">${title}</h1>
${body}
</td></tr>
<tr><td style="padding:20px 8px 0;color:${SOFT};font-size:13px;line-height:20px">
<strong style="color:${INK}">${shop.name}</strong><br>
${shop.address}<br>
${phoneLink(shop.phone)} · <a href="mailto:${shop.email}" style="color:${SOFT}">${shop.email}</a>
<p style="margin:12px 0 0">${reason}</p>
</td></tr>
</table>
</td></tr>
</table>
</div>
</body>
</html>
`,
  );
}

export function paragraph(content: string | Part): Part {
  return html`<p style="margin:0 0 16px">${content}</p>`;
}

/** As high as a thumb needs. */
export function button(href: string, label: string): Part {
  return html`<a href="${href}" style="display:inline-block;box-sizing:border-box;min-height:48px;padding:12px 24px;border-radius:12px;background:${LATERITE};color:#FFFFFF;font-size:16px;line-height:24px;font-weight:700;text-decoration:none">${label}</a>`;
}

export function heading(text: string): Part {
  return html`<h2 style="margin:28px 0 8px;font-size:17px;line-height:24px;font-weight:700">${text}</h2>`;
}

/** A number that can be called, as far as its form can tell; else only its text. */
export function phoneLink(phone: string): string | Part {
  if (!/^\+?[\d\s().-]{8,40}$/.test(phone)) return phone;
  return html`<a href="tel:${phone.replace(/[^+\d]/g, "")}" style="color:inherit;white-space:nowrap">${phone}</a>`;
}

/** The end of the text form of every letter. */
export function signature({ name, address, phone, email }: Shop, reason: string): string {
  return `-- \n${name}\n${address}\n${phone}, ${email}\n\n${reason}\n`;
}
