/** Categories, products, their images and the brands as rows. */

import { brandNames } from "#supabase/seed/data/brands.ts";
import { categoryNames } from "#supabase/seed/data/categories.ts";
import { stableId, toSlug, typeset } from "#supabase/seed/derive.ts";
import type { Row } from "#supabase/seed/sql.ts";
import type { StockedProduct } from "#supabase/seed/stocked-products.ts";

export function categoryRows(): Row[] {
  return Object.entries(categoryNames).map(([slug, name]) => ({
    id: stableId("category", slug),
    name,
    slug,
    image: `/pictures/categorie-${slug}-640.jpg`,
  }));
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
    category_id: stableId("category", product.categorySlug),
    reference: product.reference,
    features: product.features.map(typeset),
    specifications: {
      ...(product.brand ? { Marque: brandNames[product.brand] } : {}),
      ...product.specifications,
    },
    created_at: new Date(product.receivedAt).toISOString(),
  }));
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
