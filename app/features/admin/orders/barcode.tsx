/**
 * A bar code (Code 128) as an SVG, which scanners at the counter and phones read. The library only encodes: it
 * would draw into an element of the page.
 */
import JsBarcode from "jsbarcode";

/** The quiet zone that scanners need on both sides, in bars of the smallest width. */
const QUIET_ZONE = 10;

interface BarcodeProps {
  /** Letters, digits and signs of ASCII. */
  text: string;
  className: string;
}

export function Barcode({ text, className }: BarcodeProps) {
  const bars = encodeBars(text);
  const bits = bars.reduce((width, bar) => Math.max(width, bar.at + bar.width), 0);
  return (
    <svg
      role="img"
      aria-label={`Code-barres ${text}`}
      viewBox={`${-QUIET_ZONE} 0 ${bits + 2 * QUIET_ZONE} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      className={className}
    >
      <rect x={-QUIET_ZONE} width={bits + 2 * QUIET_ZONE} height={1} fill="white" />
      {bars.map(({ at, width }) => (
        <rect key={at} x={at} width={width} height={1} fill="black" />
      ))}
    </svg>
  );
}

/** The black bars of a text from left to right, in bars of the smallest width. */
export function encodeBars(text: string): { at: number; width: number }[] {
  const drawing: { encodings?: { data: string }[] } = {};
  JsBarcode(drawing, text, { format: "CODE128" });
  const bits = (drawing.encodings ?? []).map(({ data }) => data).join("");
  return [...bits.matchAll(/1+/g)].map(({ 0: run, index }) => ({ at: index, width: run.length }));
}
