import { expect, it } from "vitest";
import { whatsappTechnicianLink } from "./whatsapp-technician.ts";

const ali = { name: "Ali Sanou", specialty: "Plomberie", has_phone: true };
const shop = {
  shopNumber: "+226 25 30 11 22",
  technicianNumber: null,
  url: "https://yaare.bf/technician/ali-sanou",
};

it("links to the shop's chat and names the technician", () => {
  const link = new URL(whatsappTechnicianLink(ali, shop) ?? "");
  expect(link.pathname).toBe("/22625301122");
  expect(link.searchParams.get("text")).toBe(
    "Bonjour, je souhaite être mis en relation avec Ali Sanou (Plomberie).\nhttps://yaare.bf/technician/ali-sanou",
  );
});

it("links to the technician's chat when the number is known, with the country code", () => {
  const link = new URL(whatsappTechnicianLink(ali, { ...shop, technicianNumber: "70 00 00 01" }) ?? "");
  expect(link.pathname).toBe("/22670000001");
  expect(link.searchParams.get("text")).toBe("Bonjour Ali Sanou,");
});

it("is null without a phone, and without the shop's number", () => {
  expect(whatsappTechnicianLink({ ...ali, has_phone: false }, shop)).toBeNull();
  expect(whatsappTechnicianLink(ali, { ...shop, shopNumber: "" })).toBeNull();
});
