/**
 * The brand on each image of a product type, derived from the products: a drill sold as Prokraft's must not
 * show another brand's name.
 */
import { assignImageBrands, productsByCategory } from "#supabase/seed/products-by-category.ts";
import { type Brand, brands, unbranded, withAlternateColors } from "./brands.ts";

const productsByType = new Map(
  productsByCategory.flatMap(({ productTypes }) => Object.entries(productTypes)),
);

/** The brands of images 1 to 6; the images of one brand alternate between its two colour schemes. */
export function listImageBrands(productType: string): Brand[] {
  const products = productsByType.get(productType);
  if (!products) throw new Error(`No product is a ${productType}.`);
  const slugs = assignImageBrands(products);
  return slugs.map((slug, index) => {
    const brand = slug ? brands[slug] : unbranded;
    const before = slugs.slice(0, index).filter((other) => other === slug).length;
    return before % 2 === 0 ? brand : withAlternateColors(brand);
  });
}
