import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { UnbrokenNumbers } from "./unbroken-numbers.tsx";

/** The name with its unbroken parts in brackets. */
function render(text: string): string {
  return renderToStaticMarkup(<UnbrokenNumbers text={text} />)
    .replaceAll(/<span[^>]*>/g, "[")
    .replaceAll("</span>", "]");
}

it.each([
  ["Perforateur 1 500 W, 5,5 J avec mandrin", "Perforateur [1 500 W], [5,5 J] avec mandrin"],
  ["Pince universelle isolée 180 mm, 1 000 V", "Pince universelle isolée [180 mm], [1 000 V]"],
  ["Boulons M10 × 60 avec écrou", "Boulons [M10 × 60] avec écrou"],
  ["Câble 3 x 2,5 mm² (touret 50 m)", "Câble [3 x 2,5 mm²] (touret [50 m])"],
  ["Batterie 48 V 100 Ah murale", "Batterie [48 V] [100 Ah] murale"],
  ["Frais de livraison : 2 000 XOF.", "Frais de livraison : [2 000 XOF.]"],
  ["Appelez-nous au +226 25 30 11 22.", "Appelez-nous au [+226 25 30 11 22.]"],
  ["Tube PVC évacuation Ø 32 mm, 4 m", "Tube PVC évacuation [Ø 32 mm], [4 m]"],
  ["Coude Ø 40 × 45 mm", "Coude [Ø 40 × 45 mm]"],
  ["Fer à béton HA 8, barre de 12 m", "Fer à béton [HA 8,] barre de [12 m]"],
  ["Vanne DN 20", "Vanne [DN 20]"],
  ["Lot de 10 ampoules", "Lot de 10 ampoules"],
  ["Marteau", "Marteau"],
])("keeps the numbers of «%s» with their units", (name, expected) => {
  expect(render(name)).toBe(expected);
});
