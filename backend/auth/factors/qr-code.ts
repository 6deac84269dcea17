/** QR codes as SVG: byte mode, error correction level M, up to version 25. */
import { encode } from "uqr";

/** The quiet zone around the code, in modules. */
const BORDER = 4;

/**
 * Null when the text is longer than about 990 bytes. Colours are named because a `#` would end a data URL.
 */
export function createQrCodeSvg(text: string): string | null {
  const code = encodeText(text);
  if (!code) return null;
  const { data, size } = code;
  // One subpath for each run of black modules in a row.
  const path = data.flatMap((row, y) =>
    [...row.map(Number).join("").matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    ),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="white" d="M0 0h${size}v${size}H0z"/><path fill="black" d="${path.join("")}"/></svg>`;
}

function encodeText(text: string) {
  try {
    return encode(text, { ecc: "M", boostEcc: false, maxVersion: 25, border: BORDER });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
