/** A text, such as a product's name, whose numbers no line break separates from their units or thousands. */

/** A short word of letters and signs, such as «W», «mm» or «m²». */
const UNIT = "[^\\s\\d,)]{1,3}\\.?(?![^\\s,)])";
/** The sign of a diameter, and the trade's names of sizes: «Ø 32», «DN 20», «HA 8», «n° 4». */
const SIZE = "(?:[Øø⌀]|DN|PN|HA|[Nn]°) ";
/** «1 500 W», «M10 × 60», «3 x 2,5 mm²», «+226 70 12 34 56»; bounded, so that it always fits into a line of a card. */
const NUMBER = new RegExp(
  `((?:${SIZE})?\\S{0,5}\\d(?:(?:(?: [×x])? \\d[\\d,.]{0,5}){1,4}(?: ${UNIT})?| ${UNIT})|${SIZE}\\d[\\d,./]{0,5})`,
);

export function UnbrokenNumbers({ text }: { text: string }) {
  // The pattern is captured, so every other part is a number.
  return text.split(NUMBER).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity, and no state.
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
