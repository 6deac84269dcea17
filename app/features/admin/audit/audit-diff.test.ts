import { describe, expect, it } from "vitest";
import type { AuditAction } from "#app/lib/supabase/database.types.ts";
import { diffAuditEntry, REDACTED } from "./audit-diff.ts";

const names = new Map([["0b8b3b6e-7d55-4c57-9c38-3a1d3f0f6a10", "Plomberie"]]);
const diff = (before: unknown, after: unknown) => diffAuditEntry({ ...ENTRY, before, after }, names);

const ENTRY = { action: "update", table_name: "products" } as const;

describe("diffAuditEntry", () => {
  it("formats amounts, dates, statuses and booleans under the fields' labels, in the order of the forms", () => {
    expect(
      diff(
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
      { field: "Statut", isImage: false, before: "En attente", after: "En cours" },
      { field: "Prix", isImage: false, before: "12\u202f500\u00a0XOF", after: "11\u202f000\u00a0XOF" },
      { field: "Stock", isImage: false, before: "4", after: "1\u202f200" },
      { field: "Nouveau", isImage: false, before: "Non", after: "Oui" },
      { field: "Vérifié le", isImage: false, before: null, after: "21/11/2026 14:05" },
    ]);
  });

  it("lists the values of a new row as after, and of a deleted one as before", () => {
    expect(diff(null, { name: "Jardin", image: null })).toEqual([
      { field: "Nom", isImage: false, before: null, after: "Jardin" },
    ]);
    expect(diff({ name: "Jardin", description: "" }, null)).toEqual([
      { field: "Nom", isImage: false, before: "Jardin", after: null },
    ]);
  });

  it("shows related rows by name, marks missing and unread ones, and shows no id", () => {
    expect(
      diff(
        { category_id: "0b8b3b6e-7d55-4c57-9c38-3a1d3f0f6a10" },
        { category_id: "7f3a0000-7d55-4c57-9c38-3a1d3f0f6a10" },
      ),
    ).toEqual([{ field: "Catégorie", isImage: false, before: "Plomberie", after: "n'existe plus" }]);
    const product = {
      product_id: "7f3a0000-7d55-4c57-9c38-3a1d3f0f6a10",
      user_id: "7f3a0000",
      order_id: "x",
    };
    expect(diffAuditEntry({ ...ENTRY, before: product, after: null }, null)).toMatchObject([
      { field: "Produit", before: "non lu" },
    ]);
  });

  it("formats lists in one line, truncates long texts and keeps redacted values", () => {
    const [features, specifications, phone] = diff(
      { features: ["Inox", "IP 44"], specifications: {}, phone: REDACTED },
      { features: [], specifications: { Tension: "220 V", Poids: "2 kg" }, phone: REDACTED },
    );
    expect(features).toEqual({
      field: "Caractéristiques",
      isImage: false,
      before: "Inox, IP 44",
      after: null,
    });
    expect(specifications).toMatchObject({ before: null, after: "Tension : 220 V, Poids : 2 kg" });
    expect(phone).toEqual({ field: "Téléphone", isImage: false, before: REDACTED, after: REDACTED });
    const [long] = diff({}, { description: "🔧".repeat(200) });
    expect(long?.after).toBe(`${"🔧".repeat(160)}…`);
  });

  it("marks image fields, counts positions from one and translates enum values", () => {
    expect(
      diff(
        { image_url: "/a.jpg", display_order: 0, kind: "image" },
        { image_url: "/b.jpg", display_order: 2, kind: "file" },
      ),
    ).toEqual([
      { field: "Image", isImage: true, before: "/a.jpg", after: "/b.jpg" },
      { field: "Position", isImage: false, before: "1", after: "3" },
      { field: "Demande", isImage: false, before: "Produits", after: "Projet" },
    ]);
  });

  it("shows a limit's values in words, and for whom it is also when that did not change", () => {
    const limit = { audience: "everyone", scope: "address" };
    expect(
      diff({ ...limit, maximum: 30, period_seconds: 60 }, { ...limit, maximum: null, period_seconds: 300 }),
    ).toEqual([
      { field: "Maximum", isImage: false, before: "30", after: "Sans limite" },
      { field: "Durée", isImage: false, before: "1 minute", after: "5 minutes" },
      { field: "Pour", isImage: false, before: "Tout le monde", after: "Tout le monde" },
      { field: "Comptée", isImage: false, before: "par adresse IP", after: "par adresse IP" },
    ]);
  });

  it("identifies an image, and shows its primary mark when it is added and its position when it is moved", () => {
    const getFields = (action: AuditAction, before: unknown, after: unknown) =>
      diffAuditEntry({ action, table_name: "product_images", before, after }, names).map(
        ({ field }) => field,
      );
    const image = { image_url: "/a.jpg", display_order: 0 };
    expect(getFields("insert", null, { ...image, is_primary: true })).toEqual(["Image", "Image principale"]);
    expect(getFields("delete", { ...image, is_primary: false }, null)).toEqual(["Image"]);
    expect(getFields("update", { ...image }, { ...image, display_order: 2 })).toEqual(["Image", "Position"]);
    const [before, after] = [false, true].map((is_primary) => ({ image_url: "/a.jpg", is_primary }));
    expect(getFields("update", before, after)).toEqual(["Image"]);
  });

  it("lists an unknown column last under a generic label, and accepts malformed values", () => {
    expect(diff({ later: "a", name: "b" }, { later: "c", name: "d" }).map(({ field }) => field)).toEqual([
      "Nom",
      "Autre",
    ]);
    expect(diff("nonsense", 7)).toEqual([]);
  });
});
