/**
 * The layout of all mails: one column, dark text on white, no external resources. Mail programs only support
 * styles in attributes, and layout by tables.
 */
import { html } from "hono/html";
import { formatPhone } from "#app/lib/format/phone.ts";
import * as tokens from "#design/tokens.ts";
import type { Shop } from "#jobs/mail/mail-content.ts";

export type Html = ReturnType<typeof html>;

const FONT = "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

interface LayoutContent {
  title: string;
  preview: string;
  body: Html;
  /** The reason why the recipient gets this mail, in the last line. */
  reason: string;
}

export async function renderLayout(
  shop: Shop,
  { title, preview, body, reason }: LayoutContent,
): Promise<string> {
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
<body style="margin:0;padding:0;background:${tokens.colorSurface};color:${tokens.colorForeground};font-family:${FONT};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${preview}</div>
<div role="article" aria-roledescription="e-mail" aria-label="${title}" lang="fr">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${tokens.colorSurface}">
<tr><td align="center" style="padding:24px 12px 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:0 8px 16px">
<a href="${shop.siteUrl}" style="color:${tokens.colorBrand};font-size:26px;line-height:32px;font-weight:800;letter-spacing:-0.5px;text-decoration:none">${shop.name}</a>
</td></tr>
<tr><td style="background:${tokens.colorWhite};border:1px solid ${tokens.colorBorder};border-top:4px solid ${tokens.colorBrand};border-radius:${tokens.radiusCard};padding:28px 20px 32px;font-size:16px;line-height:25px">
<h1 style="margin:0 0 16px;font-size:25px;line-height:31px;font-weight:800;letter-spacing:-0.4px">${title}</h1>
${body}
</td></tr>
<tr><td style="padding:20px 8px 0;color:${tokens.colorMuted};font-size:13px;line-height:20px">
<strong style="color:${tokens.colorForeground}">${shop.name}</strong><br>
${shop.address}<br>
${phoneLink(shop.phone)} · <a href="mailto:${shop.email}" style="color:${tokens.colorMuted}">${shop.email}</a>
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

export function paragraph(content: string | Html): Html {
  return html`<p style="margin:0 0 16px">${content}</p>`;
}

/** 48 pixels high, a touch target. */
export function button(href: string, label: string): Html {
  return html`<a href="${href}" style="display:inline-block;box-sizing:border-box;min-height:48px;padding:12px 24px;border-radius:12px;background:${tokens.colorBrand};color:${tokens.colorWhite};font-size:16px;line-height:24px;font-weight:700;text-decoration:none">${label}</a>`;
}

export function heading(text: string): Html {
  return html`<h2 style="margin:28px 0 8px;font-size:17px;line-height:24px;font-weight:700">${text}</h2>`;
}

/** A link to call the number when it looks like one, otherwise only its text. */
export function phoneLink(phone: string): string | Html {
  if (!/^\+?[\d\s().-]{8,40}$/.test(phone)) return phone;
  return html`<a href="tel:${phone.replace(/[^+\d]/g, "")}" style="color:inherit;white-space:nowrap">${formatPhone(phone)}</a>`;
}

/** The end of the plain text of every mail. */
export function signature({ name, address, phone, email }: Shop, reason: string): string {
  return `-- \n${name}\n${address}\n${phone}, ${email}\n\n${reason}\n`;
}
