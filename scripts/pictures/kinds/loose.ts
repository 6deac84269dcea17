/** Goods sold loose, which no maker's box stands beside. */
import { settle } from "../render/mesh.ts";
import { beside, type Kind, kindOf } from "../scene.ts";

export const stacked = (spec: Parameters<typeof kindOf>[0]): Kind => {
  const kind = kindOf(spec);
  return {
    ...kind,
    draw(variant) {
      // Goods sold loose have no box beside them: a second lot stands there instead.
      if (variant.index !== 3) return kind.draw(variant);
      const one = settle(spec.piece(variant.brand, 3));
      const extra = spec.extra?.(variant.brand);
      return {
        model: extra ? beside(one, extra, 0.75, 0.1) : one,
        view: { azimuth: 30 + (spec.azimuth ?? 0), elevation: (spec.elevation ?? 16) + 8 },
      };
    },
  };
};
