import { expect, it } from "vitest";
import type { Shop } from "#jobs/mail/mail-content.ts";
import { renderNewDevice } from "./new-device.ts";

const shop: Shop = {
  name: "Yaaré",
  email: "contact@yaare.bf",
  phone: "+226 25 30 11 22",
  address: "Avenue Kwamé N'Krumah",
  siteUrl: "https://boutique.example",
};
const signIn = {
  at: new Date("2026-11-21T14:05:00Z"),
  device: "Chrome sur <b>Android</b>",
  isKnownDevice: false,
  isStaff: false,
};

it("says when and on which device, and what to do if it was somebody else", async () => {
  const { subject, html, text } = await renderNewDevice(shop, signIn);
  expect(subject).toBe("Yaaré : connexion depuis un nouvel appareil");
  expect(text).toContain("le 21 novembre 2026 à 14:05 : Chrome sur <b>Android</b>.");
  expect(text).toContain("Ce n'était pas vous ? Ouvrez « Sécurité »");
  expect(text).toContain("https://boutique.example/account/security");
  expect(html).toContain("Chrome sur &lt;b&gt;Android&lt;/b&gt;");
});

it("speaks of the network alone when the device is known, and leads staff to their own screen", async () => {
  const { subject, text } = await renderNewDevice(shop, { ...signIn, isKnownDevice: true, isStaff: true });
  expect(subject).toBe("Yaaré : connexion depuis un autre réseau");
  expect(text).toContain("depuis un réseau que nous n'avions pas encore vu");
  expect(text).toContain("https://boutique.example/admin/security");
});
