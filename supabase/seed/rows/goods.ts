/** Categories, products, their pictures and the brands as rows. */
import type { StockedProduct } from "../catalogue.ts";
import { brandNames } from "../data/brands.ts";
import { categoryNames } from "../data/categories.ts";
import { slugOf, stableId, typeset } from "../derive.ts";
import type { Row } from "../sql.ts";

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

/** The discount, the rating and the number of reviews are the database's own. */
export function productRows(products: StockedProduct[]): Row[] {
  return products.map((product) => ({
    id: product.id,
    name: product.name,
    slug: slugOf(product.name),
    description: typeset(product.description),
    price: product.price,
    old_price: product.oldPrice ?? null,
    image: product.pictures[0] ?? null,
    is_new: product.isNew ?? false,
    is_featured: product.isFeatured ?? false,
    stock: product.stock,
    category_id: stableId("category", product.family),
    reference: product.reference,
    features: product.features.map(typeset),
    specifications: {
      ...(product.brand ? { Marque: brandNames[product.brand] } : {}),
      ...product.specifications,
    },
    created_at: new Date(product.receivedAt).toISOString(),
  }));
}

export function pictureRows(products: StockedProduct[]): Row[] {
  return products.flatMap((product) =>
    product.pictures.map((picture, index) => ({
      id: stableId("picture", `${product.reference}:${index}`),
      product_id: product.id,
      image_url: picture,
      is_primary: index === 0,
      display_order: index,
    })),
  );
}
