/**
 * Which maker's name each picture of a kind wears. The products say it: a drill sold as Prokraft's that shows another
 * maker's name would be a wrong picture.
 */
import { goods, makersOfPictures } from "../../supabase/seed/goods.ts";
import { type Brand, brands, repainted, unnamed } from "./brands.ts";

const productsOfKind = new Map(goods.flatMap(({ kinds }) => Object.entries(kinds)));

/** The makers of pictures 1 to 6; a maker's pictures of a kind wear its two liveries in turn. */
export function makersOf(kind: string): Brand[] {
  const products = productsOfKind.get(kind);
  if (!products) throw new Error(`No product is a ${kind}.`);
  const slugs = makersOfPictures(products);
  return slugs.map((slug, index) => {
    const maker = slug ? brands[slug] : unnamed;
    const before = slugs.slice(0, index).filter((other) => other === slug).length;
    return before % 2 === 0 ? maker : repainted(maker);
  });
}
