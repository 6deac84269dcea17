/**
 * Encodes a text as a QR code (ISO/IEC 18004): byte mode, error correction level M, up to version 25. An
 * implementation of our own, because it is small and the standard does not change.
 */

/** For each version from 1: error correction codewords per block, and the number of blocks. */
const ERROR_CORRECTION = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
  [30, 5],
  [22, 8],
  [22, 9],
  [24, 9],
  [24, 10],
  [28, 10],
  [28, 11],
  [26, 13],
  [26, 14],
  [26, 16],
  [26, 17],
  [28, 17],
  [28, 18],
  [28, 20],
  [28, 21],
] as const;

/** The quiet zone around the code, in modules. */
const MARGIN = 4;

interface Layout {
  version: number;
  size: number;
  /** The number of all codewords, without the remainder bits. */
  total: number;
  correction: number;
  blocks: number;
}

/**
 * Null when the text is longer than about 990 bytes. Colours are named because a `#` would end a data URL.
 */
export function createQrCodeSvg(text: string): string | null {
  const bytes = Buffer.from(text);
  const layout = chooseLayout(bytes.length);
  if (!layout) return null;
  const codewords = addErrorCorrection(encodeData(bytes, layout), layout);
  const { size } = layout;
  const candidates = MASKS.map((_, mask) => draw(layout, codewords, mask));
  const [best] = candidates.sort((a, b) => computePenalty(a) - computePenalty(b));
  const path = (best ?? []).flatMap((row, y) =>
    [...row.map(Number).join("").matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${index + MARGIN} ${y + MARGIN}h${run.length}v1h-${run.length}z`,
    ),
  );
  const side = size + 2 * MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="white" d="M0 0h${side}v${side}H0z"/><path fill="black" d="${path.join("")}"/></svg>`;
}

function chooseLayout(length: number): Layout | null {
  for (const [index, [correction, blocks]] of ERROR_CORRECTION.entries()) {
    const version = index + 1;
    const total = Math.floor(countModules(version) / 8);
    const capacity = (total - correction * blocks) * 8;
    if (countHeaderBits(version) + length * 8 <= capacity) {
      return { version, size: version * 4 + 17, total, correction, blocks };
    }
  }
  return null;
}

/** The modules left for data and error correction beside the function patterns. */
function countModules(version: number): number {
  const aligned = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const alignment = aligned === 0 ? 0 : (25 * aligned - 10) * aligned - 55;
  return (16 * version + 128) * version + 64 - alignment - (version >= 7 ? 36 : 0);
}

/** The bits of the mode and of the length. */
function countHeaderBits(version: number): number {
  return 4 + (version < 10 ? 8 : 16);
}

function encodeData(bytes: Buffer, { version, total, correction, blocks }: Layout): number[] {
  const size = total - correction * blocks;
  const binary = (value: number, length: number) => value.toString(2).padStart(length, "0");
  const head = binary(0b0100, 4) + binary(bytes.length, countHeaderBits(version) - 4);
  const bits = (head + [...bytes].map((byte) => binary(byte, 8)).join("")).padEnd(
    Math.min(size * 8, countHeaderBits(version) + bytes.length * 8 + 4),
    "0",
  );
  const words = (bits.match(/.{1,8}/g) ?? []).map((word) => Number.parseInt(word.padEnd(8, "0"), 2));
  const padding = Array.from({ length: size - words.length }, (_, index) => (index % 2 === 0 ? 0xec : 0x11));
  return [...words, ...padding];
}

/** Splits the data into blocks, adds error correction to each, and interleaves them. */
function addErrorCorrection(data: number[], { total, correction, blocks }: Layout): number[] {
  const shortLength = Math.floor(total / blocks) - correction;
  const shortBlocks = blocks - (total % blocks);
  const generator = getGeneratorPolynomial(correction);
  let taken = 0;
  const parts = Array.from({ length: blocks }, (_, index) => {
    const length = shortLength + (index < shortBlocks ? 0 : 1);
    const part = data.slice(taken, taken + length);
    taken += length;
    return { part, check: remainder(part, generator) };
  });
  const interleave = (rows: number[][]) =>
    Array.from({ length: Math.max(...rows.map(({ length }) => length)) }, (_, column) =>
      rows.flatMap((row) => row[column] ?? []),
    ).flat();
  return [...interleave(parts.map(({ part }) => part)), ...interleave(parts.map(({ check }) => check))];
}

/** Multiplication in the field GF(256) of the standard. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

/** The generator polynomial without its leading 1: its roots are the first powers of 2. */
function getGeneratorPolynomial(degree: number): number[] {
  let polynomial = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let step = 0; step < degree; step++) {
    const factor = root;
    polynomial = polynomial.map((term, index) => multiply(term, factor) ^ (polynomial[index + 1] ?? 0));
    root = multiply(root, 2);
  }
  return polynomial;
}

function remainder(data: number[], generator: number[]): number[] {
  let rest = Array<number>(generator.length).fill(0);
  for (const word of data) {
    const factor = word ^ (rest[0] ?? 0);
    rest = generator.map((term, index) => (rest[index + 1] ?? 0) ^ multiply(term, factor));
  }
  return rest;
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The complete matrix, row by row; true is black. */
function draw({ version, size }: Layout, codewords: number[], mask: number): boolean[][] {
  const fixed = fixedPatterns(version, size, mask);
  const bits = codewords.map((word) => word.toString(2).padStart(8, "0")).join("");
  const masked = MASKS[mask];
  const square = fixed.map((row) => row.map((module) => module ?? false));
  let next = 0;
  let isUpward = true;
  // Column pairs from the right, alternately up and down, skipping the timing pattern's column.
  for (let right = size - 1; right >= 1; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = square[y];
        if (!row || fixed[y]?.[x] !== null) continue;
        row[x] = (bits[next] === "1") !== Boolean(masked?.(x, y));
        next++;
      }
    }
    isUpward = !isUpward;
  }
  return square;
}

/** The function patterns, which do not depend on the text; null elsewhere. */
function fixedPatterns(version: number, size: number, mask: number): (boolean | null)[][] {
  const square = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const set = (x: number, y: number, isBlack: boolean) => {
    const row = square[y];
    if (row && x >= 0 && x < size) row[x] = isBlack;
  };
  for (let at = 0; at < size; at++) {
    set(at, 6, at % 2 === 0);
    set(6, at, at % 2 === 0);
  }
  const ring = (centreX: number, centreY: number, radius: number, isBlack: (distance: number) => boolean) => {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) {
        set(centreX + dx, centreY + dy, isBlack(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  };
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    ring(x, y, 4, (d) => d !== 2 && d !== 4);
  const centres = alignmentCentres(version, size);
  const last = centres.length - 1;
  for (const [i, x] of centres.entries()) {
    for (const [j, y] of centres.entries()) {
      const isCorner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
      if (!isCorner) ring(x, y, 2, (d) => d !== 1);
    }
  }
  const format = (appendCheckBits(mask, 10, 0x537) ^ 0x5412).toString(2).padStart(15, "0");
  for (const [index, digit] of [...format].reverse().entries()) {
    const isBlack = digit === "1";
    // One copy at the top left corner, the other split along the other two corners.
    if (index < 8) set(size - 1 - index, 8, isBlack);
    else set(8, size - 15 + index, isBlack);
    if (index < 8) set(8, index < 6 ? index : index + 1, isBlack);
    else set(index < 9 ? 7 : 14 - index, 8, isBlack);
  }
  set(8, size - 8, true);
  if (version >= 7) {
    const number = appendCheckBits(version, 12, 0x1f25).toString(2).padStart(18, "0");
    for (const [index, digit] of [...number].reverse().entries()) {
      const [near, far] = [Math.floor(index / 3), size - 11 + (index % 3)];
      set(near, far, digit === "1");
      set(far, near, digit === "1");
    }
  }
  return square;
}

function alignmentCentres(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - (count - 2 - index) * step)];
}

/** A number followed by its BCH check bits, in the given length. */
function appendCheckBits(value: number, bits: number, polynomial: number): number {
  let rest = value;
  for (let step = 0; step < bits; step++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * polynomial);
  return (value << bits) | rest;
}

/** The penalty score of a matrix, as the standard defines it. */
function computePenalty(square: boolean[][]): number {
  const rows = square.map((row) => row.map(Number).join(""));
  const columns = square.map((_, x) => square.map((row) => Number(row[x])).join(""));
  let penalty = 0;
  for (const line of [...rows, ...columns]) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
    penalty += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (const [y, row] of square.entries()) {
    for (const [x, module] of row.entries()) {
      const [right, below, across] = [row[x + 1], square[y + 1]?.[x], square[y + 1]?.[x + 1]];
      if (module === right && module === below && module === across) penalty += 3;
    }
  }
  const black = rows.join("").replaceAll("0", "").length / square.length ** 2;
  return penalty + 10 * Math.floor(Math.abs(black * 100 - 50) / 5);
}
