import { expect, it } from "vitest";
import { getActionTag, getImageName } from "./audit-labels.ts";

it.each([
  ["insert", { image_url: "/a.jpg", is_primary: true }, "Image ajoutée"],
  ["delete", null, "Image retirée"],
  ["update", { image_url: "/a.jpg", is_primary: true }, "Image principale"],
  ["update", { image_url: "/a.jpg", display_order: 2 }, "Image déplacée"],
  ["update", { image_url: "/a.jpg" }, "Image remplacée"],
] as const)("labels the action on an image: %s %o", (action, after, label) => {
  expect(getActionTag({ action, table_name: "product_images", after }).label).toBe(label);
});

it("labels an insert, an update and a delete of any other row", () => {
  const labels = (["insert", "update", "delete"] as const).map(
    (action) => getActionTag({ action, table_name: "brands", after: null }).label,
  );
  expect(labels).toEqual(["Ajout", "Modification", "Suppression"]);
});

it.each([
  ["https://exemple.bf/photos/perceuse%20750.jpg?v=2#a", "perceuse 750.jpg"],
  ["/pictures/scie-640.jpg", "scie-640.jpg"],
  ["/x/product-pictures/a/0b8b3b6e-7d55-4c57-9c38-3a1d3f0f6a10.webp", "photo envoyée"],
  ["https://exemple.bf/%E0%A4%A.jpg", "%E0%A4%A.jpg"],
  ["https://exemple.bf/", "photo envoyée"],
])("names the image %s «%s»", (url, name) => expect(getImageName(url)).toBe(name));
