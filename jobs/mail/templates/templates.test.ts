import { describe, expect, it, test } from "vitest";
import { formatLongDate } from "#app/lib/format/dates.ts";
import type { MailContent, Shop } from "#jobs/mail/mail-content.ts";
import type { Order } from "#jobs/mail/mail-data.ts";
import { renderAccountMail } from "./account.ts";
import { renderAdminInvitation } from "./admin-invitation.ts";
import { formatXof, toOneLine, typeset } from "./format.ts";
import { renderOrderChanged } from "./order-changed.ts";
import { renderOrderConfirmation } from "./order-confirmation.ts";
import { renderOrderNotice } from "./order-notice.ts";
import { renderOrderStatus } from "./order-status.ts";
import { renderPriceListAnswer } from "./price-list-answer.ts";
import { renderReviewRequest } from "./review-request.ts";
import { renderStockAlert } from "./stock-alert.ts";
import { renderTechnicianMessage } from "./technician-message.ts";

const HOSTILE = `<img src=x onerror="alert('1')"> & co`;
const ESCAPED = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co";

const shop: Shop = {
  name: "Yaaré",
  email: "contact@yaare.bf",
  phone: "+226 25 30 11 22",
  address: "Avenue Kwamé N'Krumah",
  siteUrl: "https://boutique.example",
};
const order: Order = {
  number: "ORD-123456",
  customer_name: "Awa Zongo",
  created_at: new Date("2026-11-21T23:30:00Z"),
  total_amount: 27000,
  shipping_amount: 2000,
  discount_amount: 0,
  paid_amount: 0,
  shipping_address: { address: "Pissy", city: "Ouagadougou", postalCode: "", phone: "70 11 22 33" },
  pickup_point_name: null,
  split_from: null,
  delivery_day: null,
  delivery_half: null,
  method: "cod",
  notes: null,
  cancellation_reason: null,
  token: "123456-abc",
  due_amount: 27000,
  courier_name: null,
  delivery_code: null,
  lines: [{ name: "Perceuse", quantity: 2, unit_price: 12500, sold_by: {} }],
};
const message = {
  technician: "Ali Sanou",
  name: "Moussa Kaboré",
  email: "moussa@exemple.bf",
  phone: "70 11 22 33",
  message: "Une fuite",
  created_at: new Date(0),
};

describe("the news of a change", () => {
  it("has the new total and the one before, and what is owed to the customer", async () => {
    const changed = { ...order, discount_amount: 500, paid_amount: 30000, customer_name: HOSTILE };
    const { subject, html, text } = await renderOrderChanged(shop, changed, { total_before: 39000 });
    expect(subject).toBe("Votre commande ORD-123456 a été modifiée : 27\u00a0000\u00a0XOF");
    for (const form of [html, text]) {
      for (const amount of ["27", "39", "3"]) expect(form).toContain(`${amount}\u00a0000\u00a0XOF`);
      expect(form).toContain("2 × Perceuse");
    }
    expect(html).toContain(ESCAPED);
  });

  it("says what has changed, but for the notes", async () => {
    const change = { total_before: 27000, lines: [{}], fields: ["address", "notes"] };
    const { text } = await renderOrderChanged(shop, order, change);
    expect(text).toContain("Ce qui a changé : les articles, le lieu de livraison.");
  });

  it("names the order of what is delivered later, and no total that stayed", async () => {
    const change = { total_before: 27000, split_to: "ORD-654321" };
    const { text } = await renderOrderChanged(shop, order, change);
    expect(text).toContain("sous le numéro ORD-654321");
    expect(text).not.toContain("avant :");
  });
});

describe("an order confirmation", () => {
  it("has the number, the date, each line, delivery and total", async () => {
    const { subject, html, text } = await renderOrderConfirmation(shop, order);
    expect(subject).toBe("Votre commande ORD-123456 est bien enregistrée");
    for (const form of [html, text]) {
      for (const said of [
        "21 novembre 2026",
        "Perceuse",
        "25\u00a0000\u00a0XOF",
        "2\u00a0000\u00a0XOF",
        "Pissy",
      ]) {
        expect(form).toContain(said);
      }
    }
  });

  it("has the discount, if there is one", async () => {
    const { html, text } = await renderOrderConfirmation(shop, { ...order, discount_amount: 1500 });
    for (const form of [html, text]) expect(form).toContain("−1\u00a0500\u00a0XOF");
    expect((await renderOrderConfirmation(shop, order)).text).not.toContain("Remise");
  });

  it("mentions payment on delivery only for that method", async () => {
    const { text } = await renderOrderConfirmation(shop, order);
    expect(text).toContain(
      "Paiement à la livraison. Vous réglez 27\u00a0000\u00a0XOF à la réception, pas avant.",
    );
    const other = await renderOrderConfirmation(shop, { ...order, method: "mobile_money" });
    expect(other.text).toContain("Mobile money\n");
    expect(other.text).not.toContain("à la réception");
  });

  it("of what is fetched in the shop speaks of no delivery", async () => {
    const { html, text } = await renderOrderConfirmation(shop, {
      ...order,
      shipping_amount: 0,
      pickup_point_name: "Boutique de Pissy",
    });
    for (const form of [html, text]) expect(form).toContain("Retrait en magasin : Boutique de Pissy");
    for (const form of [html, text])
      expect(form).not.toMatch(/Livraison|LIVRAISON|livrer|livraison comprise/);
    expect(text).toContain("Vous réglez 27\u00a0000\u00a0XOF au retrait, pas avant.");
  });

  it("of the rest of an order names that order, and calls the number as people write it", async () => {
    const address = { ...order.shipping_address, phone: "+22670112233" };
    const rest = { ...order, split_from: "ORD-654321", shipping_address: address };
    const { html, text } = await renderOrderConfirmation(shop, rest);
    for (const form of [html, text]) {
      expect(form).toContain("votre commande ORD-654321 qui viennent plus tard");
      expect(form).toContain("+226 70 11 22 33");
    }
  });

  it("has the postal code and the customer's notes when there are any", async () => {
    const { text } = await renderOrderConfirmation(shop, {
      ...order,
      notes: "Portail vert",
      shipping_address: { ...order.shipping_address, postalCode: "01 BP 12" },
    });
    expect(text).toContain("Pissy, 01 BP 12 Ouagadougou\n70 11 22 33\n« Portail vert »");
  });
});

describe("the news of an order", () => {
  it("says what comes next, and what to pay", async () => {
    const { subject, text } = await renderOrderStatus(shop, order, "processing");
    expect(subject).toBe("Votre commande ORD-123456 est prise en charge");
    expect(text).toContain("Préparez 27\u00a0000\u00a0XOF");
    const transfer = await renderOrderStatus(shop, { ...order, method: "mobile_money" }, "processing");
    expect(transfer.text).not.toContain("Préparez");
    const [paid, part] = [
      await renderOrderStatus(shop, { ...order, paid_amount: 27000, due_amount: 0 }, "processing"),
      await renderOrderStatus(shop, { ...order, paid_amount: 10_000, due_amount: -500 }, "completed"),
    ];
    expect(paid.text).not.toContain("Préparez");
    expect(paid.text).not.toContain("à la livraison");
    expect(paid.text).toContain("Tout est réglé.");
    expect(part.text).toContain("Montant réglé : 9\u00a0500\u00a0XOF. Nous vous devons 500\u00a0XOF.");
    const owing = await renderOrderStatus(shop, { ...order, paid_amount: 9500 }, "cancelled");
    expect(owing.text).toContain("Nous vous devons 9\u00a0500\u00a0XOF");
  });

  it("of what is fetched in the shop says that it is ready, and fetched", async () => {
    const fetched = { ...order, pickup_point_name: "Boutique de Pissy" };
    const { subject, text } = await renderOrderStatus(shop, fetched, "processing");
    expect(subject).toBe("Votre commande ORD-123456 est disponible");
    expect(text).toContain("est disponible. Retrait en magasin : Boutique de Pissy.");
    expect(text).toContain("vous réglez au retrait, pas avant.");
    expect((await renderOrderStatus(shop, fetched, "completed")).text).toContain("est retirée et réglée");
    expect((await renderOrderChanged(shop, fetched, { total_before: 1 })).text).not.toContain("livraison");
  });

  it("has the reason of a cancellation, and of nothing else", async () => {
    const cancelled = { ...order, cancellation_reason: "Rupture de stock" };
    const { html, text } = await renderOrderStatus(shop, cancelled, "cancelled");
    for (const form of [html, text]) expect(form).toContain("Motif : Rupture de stock");
    expect((await renderOrderStatus(shop, cancelled, "completed")).text).not.toContain("Motif");
  });
});

describe("the notice of new orders", () => {
  const arrived = {
    number: "ORD-123456",
    customer_name: "Awa Zongo",
    phone: "70 11 22 33",
    city: "Ouagadougou",
    items_count: 2,
    total_amount: 27000,
  };

  it("names one order and opens it", async () => {
    const { subject, text } = await renderOrderNotice(shop, { orders: [arrived], count: 1, amount: 27000 });
    expect(subject).toBe("Nouvelle commande ORD-123456 : 27\u00a0000\u00a0XOF");
    expect(text).toContain("https://boutique.example/admin/orders?search=ORD-123456");
    expect(text).toContain("Awa Zongo, Ouagadougou\n70 11 22 33");
  });

  it("counts many, and those that it does not list", async () => {
    const { subject, text } = await renderOrderNotice(shop, { orders: [arrived], count: 40, amount: 900000 });
    expect(subject).toBe("40 nouvelles commandes : 900\u00a0000\u00a0XOF");
    expect(text).toContain("et 39 autres.");
  });
});

test("an invitation to administer has its link in both forms", async () => {
  const { html, text } = await renderAdminInvitation(shop, "abc-DEF");
  for (const form of [html, text])
    expect(form).toContain("https://boutique.example/admin/invitation?token=abc-DEF");
});

describe("a review request", () => {
  it("uses the singular for one product", async () => {
    const overpaid = { ...order, paid_amount: 27_000, due_amount: -13_000 };
    const one = await renderReviewRequest(shop, overpaid, [{ name: "Perceuse", token: "abc" }]);
    expect(one.text).toContain("réglée (14\u00a0000\u00a0XOF)");
    expect(one.text).toContain("Nous vous devons 13\u00a0000\u00a0XOF.");
    expect(one.text).toContain("Ce lien est personnel");
    expect(one.text).toContain("https://boutique.example/review?token=abc");
    const two = await renderReviewRequest(shop, order, [
      { name: "Perceuse", token: "abc" },
      { name: "Scie", token: "def" },
    ]);
    expect(two.html).toContain("Vos achats");
    expect(two.html).toContain('href="https://boutique.example/review?token=def"');
  });
});

describe("a message to a technician", () => {
  it("has its author as reply-to", async () => {
    const { replyTo, text } = await renderTechnicianMessage(shop, message);
    expect(replyTo).toEqual({ name: "Moussa Kaboré", address: "moussa@exemple.bf" });
    expect(text).toContain("> Une fuite");
  });

  it("links only valid phone numbers", async () => {
    expect((await renderTechnicianMessage(shop, message)).html).toContain('href="tel:70112233"');
    const { html } = await renderTechnicianMessage(shop, { ...message, phone: "demandez Ali" });
    expect(html).toContain("Téléphone : demandez Ali");
  });
});

describe("every mail", () => {
  const mails: [string, (text: string) => Promise<MailContent>][] = [
    [
      "confirmation",
      (text) =>
        renderOrderConfirmation(shop, {
          ...order,
          customer_name: text,
          notes: text,
          shipping_address: { address: text, city: text, postalCode: text, phone: text },
          lines: [{ name: text, quantity: 1, unit_price: 1, sold_by: {} }],
        }),
    ],
    [
      "cancellation",
      (text) =>
        renderOrderStatus(
          shop,
          {
            ...order,
            cancellation_reason: text,
            lines: [{ name: text, quantity: 1, unit_price: 1, sold_by: {} }],
          },
          "cancelled",
        ),
    ],
    [
      "notice",
      (text) =>
        renderOrderNotice(shop, {
          orders: [
            {
              number: "ORD-1",
              customer_name: text,
              phone: text,
              city: text,
              items_count: 1,
              total_amount: 1,
            },
          ],
          count: 1,
          amount: 1,
        }),
    ],
    [
      "request",
      (text) => renderReviewRequest(shop, { ...order, customer_name: text }, [{ name: text, token: "t" }]),
    ],
    [
      "message",
      (text) =>
        renderTechnicianMessage(shop, {
          ...message,
          technician: text,
          name: text,
          phone: text,
          message: text,
        }),
    ],
    ["alert", (text) => renderStockAlert(shop, { name: text, path: "/product/pompe", price: 85_000 })],
    ["shop", (text) => renderTechnicianMessage({ ...shop, name: text, address: text, phone: text }, message)],
  ];

  it.each(mails)("takes what people typed as text: %s", async (_what, write) => {
    const { html, text } = await write(HOSTILE);
    expect(html).not.toContain("<img");
    expect(html).toContain(ESCAPED);
    expect(text).toContain(HOSTILE);
  });

  it.each(mails)("needs nothing from elsewhere: %s", async (_what, write) => {
    const { html } = await write("Awa");
    expect(html).not.toMatch(/<(img|link|script|iframe|object|video|style)|url\(|src=/);
    expect(html).toContain('<html lang="fr">');
  });

  it.each(mails)("has a subject of one short line: %s", async (_what, write) => {
    const { subject } = await write(`a\r\nBcc: b@exemple.bf\u0000${"x".repeat(300)}`);
    expect(subject).not.toMatch(/\p{Cc}/u);
    expect(subject.length).toBeLessThanOrEqual(150);
  });
});

describe("the answer about the prices of professionals", () => {
  it.each([
    ["granted", null, "Vous avez maintenant les prix professionnels de Yaaré (Maçon)."],
    [
      "refused",
      HOSTILE,
      `Nous ne pouvons pas vous accorder les prix professionnels (Maçon). Motif : ${HOSTILE}`,
    ],
    ["withdrawn", "Fin", "Vous n'avez plus les prix professionnels de Yaaré (Maçon). Motif : Fin"],
  ])("is of what happened: %s", async (state, reason, words) => {
    const { html, text } = await renderPriceListAnswer(shop, { state, reason, trade: "Maçon" });
    expect(text).toContain(words);
    expect(html).not.toContain("<img");
  });
});

describe("formats", () => {
  it("amounts and dates are French, with no-break spaces", () => {
    expect(formatXof(1250000)).toBe("1\u00a0250\u00a0000\u00a0XOF");
    expect(formatLongDate(new Date("2026-08-01T00:00:00Z"))).toBe("1er août 2026");
  });

  it("punctuation has a no-break space before it", () => {
    expect(typeset("Vrai ? Oui : « bien » !")).toBe("Vrai\u00a0? Oui\u00a0: «\u00a0bien\u00a0»\u00a0!");
    expect(typeset('<a href="https://x.example/?a=1" style="margin:0">')).toBe(
      '<a href="https://x.example/?a=1" style="margin:0">',
    );
  });

  it("the narrow spaces of amounts are plain no-break spaces", async () => {
    const { subject, html, text } = await renderOrderConfirmation(shop, order);
    expect(typeset(`${subject}${html}${text}`)).not.toContain("\u202f");
    expect(typeset(text)).toContain("2 × 12\u00a0500\u00a0XOF = 25\u00a0000\u00a0XOF");
  });

  it("toOneLine gives one line within the limit", () => {
    expect(toOneLine("  a\r\n\tb\u0007 c ", 10)).toBe("a b c");
    expect(toOneLine("abcdefgh", 5)).toBe("abcd…");
  });
});

describe("an account mail", () => {
  const code = "042117";
  const link = "https://boutique.example/auth/v1/verify?token=abc&type=recovery";
  const payload = { code, link, newEmail: "nouvelle@exemple.bf" };

  it.each([
    ["account_confirmation", "Confirmer mon adresse"],
    ["account_invitation", "Accepter l'invitation"],
    ["account_recovery", "Choisir un mot de passe"],
    ["account_sign_in", "Me connecter"],
    ["account_email_change", "Confirmer le changement"],
  ] as const)("%s has its link and its code in both forms", async (kind, action) => {
    const { subject, html, text } = await renderAccountMail(shop, kind, payload);
    expect(subject).toMatch(/^Yaaré : /);
    expect(html).toContain(`href="${link.replaceAll("&", "&amp;")}"`);
    expect(html).toContain(action.replaceAll("'", "&#39;"));
    expect(html).toContain(code);
    expect(text).toContain(`${action} :\n${link}`);
    expect(text).toContain(`Si un code vous est demandé, saisissez : ${code}`);
  });

  it("has only a code when there is no link", async () => {
    const { html, text } = await renderAccountMail(shop, "account_reauthentication", payload);
    expect(html + text).not.toContain(link.slice(0, 40));
    expect(text).toContain(`Votre code : ${code}`);
  });

  it("makes no link of a new address, and does not show it in front of the mail", async () => {
    const newEmail = "www.exemple.com/gagnez@exemple.bf";
    const { html, text } = await renderAccountMail(shop, "account_email_change", { ...payload, newEmail });
    expect(text).toContain("www.\u200cexemple.\u200ccom/\u200cgagnez@exemple.bf");
    expect(html + text).not.toContain("www.exemple.com");
    expect(html.split("gagnez@")).toHaveLength(2);
  });

  it("shows the new address as escaped text", async () => {
    const { html } = await renderAccountMail(shop, "account_email_change", { ...payload, newEmail: HOSTILE });
    expect(html).toContain(ESCAPED);
    expect(html).not.toContain("<img");
  });
});
