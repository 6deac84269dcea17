import { expect, it } from "vitest";
import { whatsappTechnicianLink } from "./whatsapp-technician.ts";

const ali = { name: "Ali Sanou", specialty: "Plomberie", has_phone: true };
const shop = {
  shopNumber: "+226 25 30 11 22",
  ownNumber: null,
  url: "https://yaare.bf/technician/ali-sanou",
};

it("asks the shop, and names the technician", () => {
  const link = new URL(whatsappTechnicianLink(ali, shop) ?? "");
  expect(link.pathname).toBe("/22625301122");
  expect(link.searchParams.get("text")).toBe(
    "Bonjour, je souhaite être mis en relation avec Ali Sanou (Plomberie).\nhttps://yaare.bf/technician/ali-sanou",
  );
});

it("writes to the technician where the number is known, with the country's code", () => {
  const link = new URL(whatsappTechnicianLink(ali, { ...shop, ownNumber: "70 00 00 01" }) ?? "");
  expect(link.pathname).toBe("/22670000001");
  expect(link.searchParams.get("text")).toBe("Bonjour Ali Sanou,");
});

it("is absent without a phone, and without a number of the shop", () => {
  expect(whatsappTechnicianLink({ ...ali, has_phone: false }, shop)).toBeNull();
  expect(whatsappTechnicianLink(ali, { ...shop, shopNumber: "" })).toBeNull();
});
