import { expect, test } from "vitest";
import { menu, screenTitle } from "./menu.ts";

test("the documented groups and entries, in their order, and the screens that came with the database", () => {
  expect(menu.map(({ label, entries }) => [label, entries.map((entry) => entry.label)])).toEqual([
    ["Main", ["Tableau de bord", "Journal", "E-mails"]],
    ["Commerce", ["Commandes", "Produits", "Catégories", "Marques", "Cotations"]],
    ["Utilisateurs", ["Clients", "Techniciens", "Messages"]],
    ["Contenu", ["Avis clients", "Avis produits", "Paramètres"]],
  ]);
});

test("a screen has the title of its entry, also the forms of a list", () => {
  expect(screenTitle("/admin/users")).toBe("Clients");
  expect(screenTitle("/admin/products/edit/1")).toBe("Produits");
  expect(screenTitle("/admin/productsx")).toBe("Administration");
});
