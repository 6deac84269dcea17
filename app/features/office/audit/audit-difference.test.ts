import { describe, expect, it } from "vitest";
import { CONCEALED, differenceOf } from "./audit-difference.ts";

const names = new Map([["0b8b3b6e-7d55-4c57-9c38-3a1d3f0f6a10", "Plomberie"]]);
const difference = (before: unknown, after: unknown) => differenceOf({ ...ENTRY, before, after }, names);

const ENTRY = { action: "update", table_name: "products" };

describe("the difference that an entry tells", () => {
  it("names the fields, writes amounts, dates, states and yes or no, in the order of the forms", () => {
    expect(
      difference(
        { stock: 4, price: 12500, is_new: false, verified_at: null, status: "pending" },
        {
          stock: 1200,
          price: 11000,
          is_new: true,
          verified_at: "2026-11-21T14:05:00Z",
          status: "processing",
        },
      ),
    ).toEqual([
      { field: "Statut", isPicture: false, before: "En attente", after: "En cours" },
      { field: "Prix", isPicture: false, before: "12\u202f500\u00a0XOF", after: "11\u202f000\u00a0XOF" },
      { field: "Stock", isPicture: false, before: "4", after: "1\u202f200" },
      { field: "Nouveau", isPicture: false, before: "Non", after: "Oui" },
      { field: "Vérifié le", isPicture: false, before: null, after: "21/11/2026 14:05" },
    ]);
  });

  it("tells a new row by what it has, a deleted one by what it had", () => {
    expect(difference(null, { name: "Jardin", image: null })).toEqual([
      { field: "Nom", isPicture: false, before: null, after: "Jardin" },
    ]);
    expect(difference({ name: "Jardin", description: "" }, null)).toEqual([
      { field: "Nom", isPicture: false, before: "Jardin", after: null },
    ]);
  });

  it("calls rows by their names, says of the others that they are gone, and shows no id", () => {
    expect(
      difference(
        { category_id: "0b8b3b6e-7d55-4c57-9c38-3a1d3f0f6a10" },
        { category_id: "7f3a0000-7d55-4c57-9c38-3a1d3f0f6a10" },
      ),
    ).toEqual([{ field: "Catégorie", isPicture: false, before: "Plomberie", after: "n'existe plus" }]);
    const product = {
      product_id: "7f3a0000-7d55-4c57-9c38-3a1d3f0f6a10",
      user_id: "7f3a0000",
      order_id: "x",
    };
    expect(differenceOf({ ...ENTRY, before: product, after: null }, null)).toMatchObject([
      { field: "Produit", before: "non lu" },
    ]);
  });

  it("writes lists in one line, shortens what is long and leaves dots as they are", () => {
    const [features, specifications, phone] = difference(
      { features: ["Inox", "IP 44"], specifications: {}, phone: CONCEALED },
      { features: [], specifications: { Tension: "220 V", Poids: "2 kg" }, phone: CONCEALED },
    );
    expect(features).toEqual({
      field: "Caractéristiques",
      isPicture: false,
      before: "Inox, IP 44",
      after: null,
    });
    expect(specifications).toMatchObject({ before: null, after: "Tension : 220 V, Poids : 2 kg" });
    expect(phone).toEqual({ field: "Téléphone", isPicture: false, before: CONCEALED, after: CONCEALED });
    const [long] = difference({}, { description: "🔧".repeat(200) });
    expect(long?.after).toBe(`${"🔧".repeat(160)}…`);
  });

  it("tells pictures as such, counts places from one, and words of the database in French", () => {
    expect(
      difference(
        { image_url: "/a.jpg", display_order: 0, kind: "image" },
        { image_url: "/b.jpg", display_order: 2, kind: "file" },
      ),
    ).toEqual([
      { field: "Image", isPicture: true, before: "/a.jpg", after: "/b.jpg" },
      { field: "Position", isPicture: false, before: "1", after: "3" },
      { field: "Demande", isPicture: false, before: "Produits", after: "Projet" },
    ]);
  });

  it("tells of a picture which one it is, whether it came as the primary one, and where it was moved", () => {
    const told = (action: string, before: unknown, after: unknown) =>
      differenceOf({ action, table_name: "product_images", before, after }, names).map(({ field }) => field);
    const picture = { image_url: "/a.jpg", display_order: 0 };
    expect(told("insert", null, { ...picture, is_primary: true })).toEqual(["Image", "Image principale"]);
    expect(told("delete", { ...picture, is_primary: false }, null)).toEqual(["Image"]);
    expect(told("update", { ...picture }, { ...picture, display_order: 2 })).toEqual(["Image", "Position"]);
    const [before, after] = [false, true].map((is_primary) => ({ image_url: "/a.jpg", is_primary }));
    expect(told("update", before, after)).toEqual(["Image"]);
  });

  it("keeps a column that it has no word for, at the end, and survives nonsense", () => {
    expect(
      difference({ later: "a", name: "b" }, { later: "c", name: "d" }).map(({ field }) => field),
    ).toEqual(["Nom", "Autre"]);
    expect(difference("nonsense", 7)).toEqual([]);
  });
});
