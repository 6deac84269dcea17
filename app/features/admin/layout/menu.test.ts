import { expect, test } from "vitest";
import { getScreenTitle, menu } from "./menu.ts";

test("the groups and items of the menu, in their order", () => {
  expect(menu.map(({ label, items }) => [label, items.map((entry) => entry.label)])).toEqual([
    [
      "Main",
      [
        "Tableau de bord",
        "Journal",
        "E-mails",
        "Limites",
        "État de la boutique",
        "Sécurité",
        "Données personnelles",
      ],
    ],
    [
      "Commerce",
      [
        "Commandes",
        "À confirmer",
        "À préparer",
        "Liste de préparation",
        "À livrer",
        "En retard",
        "À encaisser",
        "À rembourser",
        "Retours",
        "Produits",
        "Catégories",
        "Marques",
        "Cotations",
      ],
    ],
    ["Livraison et caisse", ["Tournées", "Livraison", "Transporteurs", "Caisse"]],
    [
      "Stock et prix",
      [
        "Réceptions",
        "Comptages",
        "À commander",
        "Attributs",
        "Recherche",
        "Promotions",
        "Codes promo",
        "Tarifs pro",
      ],
    ],
    ["Utilisateurs", ["Clients", "Techniciens", "Messages"]],
    ["Contenu", ["Avis clients", "Avis produits", "Paramètres"]],
  ]);
});

test("a screen has the title of its menu item, also the forms of a list", () => {
  expect(getScreenTitle("/admin/users")).toBe("Clients");
  expect(getScreenTitle("/admin/desk/late")).toBe("En retard");
  expect(getScreenTitle("/admin/returns/refunds")).toBe("À rembourser");
  expect(getScreenTitle("/admin/returns/count-in")).toBe("Retours");
  expect(getScreenTitle("/admin/products/edit/1")).toBe("Produits");
  expect(getScreenTitle("/admin/users/administrators")).toBe("Administrateurs");
  expect(getScreenTitle("/admin/productsx")).toBe("Administration");
});
