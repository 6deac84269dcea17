/** Products sold loose, which have no brand's box. */

import { defineProductModel, type ProductModel, placeBeside } from "#image-generator/product-model.ts";
import { settle } from "#image-generator/render/mesh.ts";

export const defineBulkProductModel = (spec: Parameters<typeof defineProductModel>[0]): ProductModel => {
  const productModel = defineProductModel(spec);
  return {
    ...productModel,
    draw(variant) {
      // Products sold loose have no box: a second lot is in its place.
      if (variant.index !== 3) return productModel.draw(variant);
      const one = settle(spec.piece(variant.brand, 3));
      const extra = spec.extra?.(variant.brand);
      return {
        model: extra ? placeBeside(one, extra, 0.75, 0.1) : one,
        view: { azimuth: 30 + (spec.azimuth ?? 0), elevation: (spec.elevation ?? 16) + 8 },
      };
    },
  };
};
