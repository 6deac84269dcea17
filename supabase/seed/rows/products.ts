/** Categories, products, their images and the brands as rows. */

import { accessories } from "#supabase/seed/data/accessories.ts";
import { attributeValues } from "#supabase/seed/data/attribute-values.ts";
import { attributes } from "#supabase/seed/data/attributes.ts";
import { brandNames } from "#supabase/seed/data/brands.ts";
import { categoryCalculators, categoryNames } from "#supabase/seed/data/categories.ts";
import { priceBreaks } from "#supabase/seed/data/price-breaks.ts";
import { type Subcategory, subcategories } from "#supabase/seed/data/subcategories.ts";
import type { CategorySlug } from "#supabase/seed/data/types.ts";
import { findDataSheet } from "#supabase/seed/data-sheet-files.ts";
import { stableId, toSlug, typeset } from "#supabase/seed/derive.ts";
import type { Row } from "#supabase/seed/sql.ts";
import type { StockedProduct } from "#supabase/seed/stocked-products.ts";

/** The families, and those below each after it. */
export function categoryRows(): Row[] {
  return Object.entries(categoryNames).flatMap(([slug, name]) => {
    const calculators = JSON.stringify(new Map(Object.entries(categoryCalculators)).get(slug) ?? []);
    return [
      {
        id: stableId("category", slug),
        name,
        slug,
        image: `/pictures/categorie-${slug}-640.jpg`,
        parent_id: null,
        calculators,
      },
      ...subcategoryRows(slug, subcategories[slug as CategorySlug], calculators),
    ];
  });
}

/** The products are in the lowest categories, which have the calculators of their family. */
function subcategoryRows(parent: string, below: readonly Subcategory[], calculators: string): Row[] {
  return below.flatMap(({ slug, name, below = [] }) => [
    {
      id: stableId("category", slug),
      name,
      slug,
      image: null,
      parent_id: stableId("category", parent),
      calculators,
    },
    ...subcategoryRows(slug, below, calculators),
  ]);
}

/** The subcategory of each product type. */
const slugsByType = new Map(Object.values(subcategories).flatMap(listTypes));

function listTypes(below: readonly Subcategory[]): [productType: string, slug: string][] {
  return below.flatMap(({ slug, productTypes = [], below = [] }) => [
    ...productTypes.map((productType): [string, string] => [productType, slug]),
    ...listTypes(below),
  ]);
}

export function attributeRows(): Row[] {
  return attributes.map(({ name, kind, unit = null, maximum = null, choices = [] }, index) => ({
    id: stableId("attribute", name),
    key: toSlug(name),
    name,
    kind,
    unit,
    maximum,
    choices: JSON.stringify(choices.map((choice) => ({ key: toSlug(choice), name: choice }))),
    position: index + 1,
  }));
}

export function attributeCategoryRows(): Row[] {
  return attributes.flatMap(({ name, categories }) =>
    categories.map((slug) => ({
      attribute_id: stableId("attribute", name),
      category_id: stableId("category", slug),
    })),
  );
}

export function brandRows(): Row[] {
  return Object.entries(brandNames).map(([slug, name]) => ({
    id: stableId("brand", slug),
    name,
    logo: `/pictures/marque-${slug}.svg`,
  }));
}

/** The database computes the discount, the rating and the number of reviews. */
export function productRows(products: StockedProduct[]): Row[] {
  return products.map((product) => ({
    id: product.id,
    name: product.name,
    slug: toSlug(product.name),
    description: typeset(product.description),
    price: product.price,
    old_price: product.oldPrice ?? null,
    image: product.images[0] ?? null,
    is_new: product.isNew ?? false,
    is_featured: product.isFeatured ?? false,
    stock: product.stock,
    unit: product.soldBy?.unit ?? "piece",
    step_size: product.soldBy?.stepSize ?? 1,
    minimum_quantity: product.soldBy?.minimumQuantity ?? 1,
    content_size: product.soldBy?.content?.[0] ?? null,
    content_unit: product.soldBy?.content?.[1] ?? null,
    category_id: stableId("category", slugsByType.get(product.productType) ?? product.categorySlug),
    reference: product.reference,
    features: product.features.map(typeset),
    specifications: {
      ...(product.brand ? { Marque: brandNames[product.brand] } : {}),
      ...product.specifications,
    },
    attributes: attributeValues[product.reference] ?? {},
    data_sheets: JSON.stringify(listDataSheetsOf(product)),
    created_at: new Date(product.receivedAt).toISOString(),
  }));
}

function listDataSheetsOf(product: StockedProduct) {
  const sheet = findDataSheet(product);
  if (!sheet) return [];
  return [{ title: "Fiche technique", url: `/data-sheets/${sheet.name}`, size: sheet.bytes.length }];
}

/** Throws for a reference that no product has. */
export function accessoryRows(products: StockedProduct[]): Row[] {
  const ids = new Map(products.map(({ reference, id }) => [reference, id]));
  const getId = (reference: string) => {
    const id = ids.get(reference);
    if (!id) throw new Error(`accessories: no product has the reference ${reference}`);
    return id;
  };
  return Object.entries(accessories).flatMap(([reference, others]) =>
    others.map((other, index) => ({
      product_id: getId(reference),
      accessory_id: getId(other),
      position: index + 1,
    })),
  );
}

export function optionRows(products: StockedProduct[]): Row[] {
  return products.flatMap(({ id, variants }) =>
    Object.entries(variants?.options ?? {}).map(([name, choices], index) => ({
      product_id: id,
      position: index + 1,
      name,
      choices,
    })),
  );
}

/** The database takes the price, the stock and the reference of their products from them. */
export function variantRows(products: StockedProduct[]): Row[] {
  return products.flatMap(({ id, variants }) =>
    (variants?.rows ?? []).map(({ choices, reference, price, oldPrice, stock, content }, index) => ({
      id: stableId("variant", reference),
      product_id: id,
      position: index + 1,
      choices,
      reference,
      price,
      old_price: oldPrice ?? null,
      stock,
      content_size: content ?? null,
    })),
  );
}

/** Throws for a reference that no product has. */
export function priceBreakRows(products: StockedProduct[]): Row[] {
  const sold = new Map<string, { product_id: string; variant_id: string | null }>();
  for (const { id, reference, variants } of products) {
    if (!variants) sold.set(reference, { product_id: id, variant_id: null });
    for (const variant of variants?.rows ?? [])
      sold.set(variant.reference, { product_id: id, variant_id: stableId("variant", variant.reference) });
  }
  return Object.entries(priceBreaks).flatMap(([reference, breaks]) => {
    const item = sold.get(reference);
    if (!item) throw new Error(`price breaks: nothing has the reference ${reference}`);
    return breaks.map(([minimum_quantity, price]) => ({
      id: stableId("price-break", `${reference}:${minimum_quantity}`),
      ...item,
      minimum_quantity,
      price,
    }));
  });
}

export function imageRows(products: StockedProduct[]): Row[] {
  return products.flatMap((product) =>
    product.images.map((image, index) => ({
      id: stableId("picture", `${product.reference}:${index}`),
      product_id: product.id,
      image_url: image,
      is_primary: index === 0,
      display_order: index,
    })),
  );
}
