import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { productTypesByCategory } from "#supabase/seed/data/types.ts";
import { toSlug } from "#supabase/seed/derive.ts";
import { listStockedProducts } from "#supabase/seed/stocked-products.ts";
import { shortOrLong } from "#tests/support/short-or-long.ts";
import { brands } from "./brands.ts";
import { finishes } from "./finishes.ts";
import { productModels } from "./product-models.ts";
import { describeLook, scenes } from "./scenes.ts";
import { textPath } from "./text-path.ts";
import { OUTPUT_DIRECTORY } from "./write-images.ts";

const products = listStockedProducts();
type Described = (typeof products)[number];

const wordsOf = (text: string): string[] => toSlug(text).split("-");

/** Whether the words occur in this order, with others between them. */
function isInOrder(words: readonly string[], within: readonly string[]): boolean {
  let from = 0;
  return words.every((word) => {
    from = within.indexOf(word, from) + 1;
    return from > 0;
  });
}

const kindWords = new Map(Object.keys(productModels).map((kind) => [kind, kind.split("-")]));

/** Whether a kind consists of these words, in this order. */
const fits = (kind: string, words: readonly string[]): boolean =>
  isInOrder(kindWords.get(kind) ?? kind.split("-"), words);

/** Colour words without the endings of gender and number, and the finishes that agree with each. */
const colorStems: Record<string, readonly string[]> = {
  noir: ["noir", "noir mat"],
  blanc: ["blanc", "blanc mat", "blanc chaud", "blanc du jour", "caoutchouc"],
  gris: ["gris", "gris béton"],
  rouge: ["rouge", "rouge brique", "bois rouge"],
  bleu: ["bleu"],
  vert: ["vert"],
  jaune: ["jaune", "zingué jaune"],
  ocre: ["ocre"],
  beige: ["beige sable"],
  chrome: ["chromé"],
  inox: ["inox"],
  laiton: ["laiton", "laiton nickelé"],
  galvanise: ["galvanisé"],
  zingue: ["zingué"],
  translucide: ["translucide"],
  aluminium: ["aluminium"],
  brique: ["rouge brique"],
  chaud: ["blanc chaud"],
  jour: ["blanc du jour"],
  mat: ["noir mat", "blanc mat"],
  marbre: ["effet marbre"],
};

/** Kinds that have their colours by themselves, so that their data name none. */
const kindColors: Record<string, readonly string[]> = {
  "cable-solaire": ["rouge", "noir"],
  "ciment-blanc": ["blanc"],
  "niveau-laser": ["vert"],
  "niveau-d-eau": ["transparent"],
};

const colorForms = Object.keys(colorStems).map((stem) => ({ stem, form: new RegExp(`^${stem}(?:h?e)?s?$`) }));

/** The stems of the colour words in a product's name and in its stated colour. */
function listColorWords({ name, specifications, productType }: Described): string[] {
  const stated = [specifications.Teinte, specifications.Couleur].join(" ");
  const words = [...wordsOf(name), ...wordsOf(stated)];
  const named = colorForms.filter(({ form }) => words.some((word) => form.test(word)));
  // «Eau chaude» is no colour: the word is one of lamps.
  return named.map(({ stem }) => stem).filter((stem) => stem !== "chaud" || productType === "ampoule-led");
}

/** How many pieces the name says: «jeu de 12», «lot de 3», «paire», «deux batteries»; undefined where it says none. */
function countPieces(name: string): number | undefined {
  const count =
    /(?:jeu|lot|sachet|boîte) de (?<set>\d+)|avec (?<bits>\d+) embouts|douilles .*?(?<sockets>\d+) pièces/i.exec(
      name,
    )?.groups;
  if (count) return Number(count.set ?? count.bits ?? count.sockets);
  return /^paire |deux batteries|2 × 25 m\b/i.test(name) ? 2 : undefined;
}

/** Whether the text contains the figure as a whole: «500 L» is not in «1 500 L», «25 m» not in «25 mm». */
function contains(text: string, figure: string): boolean {
  const at = text.indexOf(figure);
  const [before, after] = [text.slice(0, Math.max(at, 0)), text.slice(at + figure.length)];
  return at >= 0 && !/[\d,.]$|\d $/.test(before) && !/^[\d\p{Letter}]/u.test(after);
}

/** What the words of a product say otherwise than the parameters of its image. */
function listContradictions(product: Described): string[] {
  const { name, image, features, specifications } = product;
  const { kind, color = "", print = [], pieces = 1 } = image;
  const words = wordsOf(name);
  const narrower = [...kindWords].flatMap(([other, its]) =>
    other !== kind && isInOrder(its, words) && fits(kind, its) ? [other] : [],
  );
  const colors = listColorWords(product).filter(
    (word) => !colorStems[word]?.includes(color) && !kindColors[kind]?.includes(word),
  );
  const texts = [name, ...features, ...Object.values(specifications)];
  const figures = print.filter((figure) => !texts.some((text) => contains(text, figure)));
  const said = countPieces(name) ?? (name.endsWith(" m²") ? pieces : 1);
  const isPrinted = print.some((figure) => figure.endsWith(` ${said}`));
  return [
    ...(kind in productModels ? [] : [`no model draws ${kind}`]),
    ...(fits(kind, words) ? [] : [`${kind} is not in the name`]),
    ...narrower.map((other) => `${other} is narrower than ${kind}`),
    ...colors.map((word) => `${word} is not ${color || "named"}`),
    ...figures.map((figure) => `${figure} is in no text`),
    ...(said === pieces || isPrinted ? [] : [`${said} pieces are not ${pieces}`]),
  ];
}

describe("what an image shows", () => {
  it("is what the words of each product say", () => {
    for (const product of products) expect(listContradictions(product), product.name).toEqual([]);
  });

  const contradicted: [string, Partial<Described["image"]>, string][] = [
    ["AQU-MIN-H", { color: "chromé" }, "noir is not chromé"],
    ["AQU-MIN-H", { kind: "mitigeur-lavabo" }, "mitigeur-lavabo-haut is narrower than mitigeur-lavabo"],
    ["BAT-BPL-40", { color: "bleu" }, "rouge is not bleu"],
    ["AQU-RES-1000", { print: ["500 L"] }, "500 L is in no text"],
    ["AQU-RES-1000", { print: ["000 L"] }, "000 L is in no text"],
    ["PRO-NIL-25", { kind: "niveau-a-bulle" }, "niveau-a-bulle is not in the name"],
    ["TEN-CAN-30", { kind: "casque-de-chantier" }, "casque-de-chantier is not in the name"],
    ["VOL-MUL-6", { kind: "multiprises" }, "no model draws multiprises"],
    ["KOU-CLM-12", { pieces: 1 }, "12 pieces are not 1"],
    ["TEN-COU-45", { pieces: 2 }, "1 pieces are not 2"],
    ["FER-VIP-335", { print: ["boîte de 100"] }, "boîte de 100 is in no text"],
    ["VOL-PRI-16", { color: "gris" }, "blanc is not gris"],
  ];
  it.each(contradicted)("is refused where it contradicts them: %s %o", (reference, change, message) => {
    const product = products.find((one) => one.reference === reference);
    if (!product) throw new Error(`No product is called ${reference}.`);
    expect(listContradictions({ ...product, image: { ...product.image, ...change } })).toContain(message);
  });

  it("differs between any two products", () => {
    const looks = products.map(({ brand, image }) => JSON.stringify([brand, image]));
    expect(looks.filter((look, index) => looks.indexOf(look) !== index)).toEqual([]);
  });

  it("has a model that a product uses", () => {
    const used = new Set(products.map(({ image }) => image.kind));
    expect(Object.keys(productModels).filter((kind) => !used.has(kind))).toEqual([]);
  });

  it("is refused in an unknown colour", () => {
    const [product] = products;
    if (!product) throw new Error("There are no products.");
    expect(() => describeLook({ ...product, image: { ...product.image, color: "mauve" } })).toThrow("mauve");
  });
});

describe("the drawing", () => {
  const drawn = shortOrLong(
    ["tole-bac"],
    products.map(({ image }) => image.kind),
  );

  it.each(products.filter(({ image }) => drawn.includes(image.kind)))("has the colour: $name", (product) => {
    const look = describeLook(product);
    const model = productModels[product.image.kind]?.draw(look) ?? [];
    if (look.color) {
      const wanted = finishes[look.color]().color;
      expect(model.some(({ material }) => material.color.every((value, i) => value === wanted[i]))).toBe(
        true,
      );
    }
  });

  /** The outlines of the brands' names, which are the same at every size and position. */
  const outlines = Object.values(brands).map(({ slug, printedName, typeface }) => ({
    slug,
    path: textPath(printedName, { size: 10, typeface }).replace(/^.* d="|"\/>$/g, ""),
  }));
  const branded = shortOrLong(
    ["BAT-CIM-45"],
    products.map(({ reference }) => reference),
  );

  it.each(products.filter(({ reference }) => branded.includes(reference)))(
    "shows no other brand: $name",
    (product) => {
      const model = productModels[product.image.kind]?.draw(describeLook(product)) ?? [];
      const prints = model.flatMap(({ material }) => material.print?.svg ?? []);
      const shown = outlines
        .filter(({ path }) => prints.some((svg) => svg.includes(path)))
        .map(({ slug }) => slug);
      expect(shown.filter((slug) => slug !== product.brand)).toEqual([]);
    },
  );
});

describe("the files", () => {
  it("are those of the products' images, and no others of a product type", () => {
    const types: string[] = Object.values(productTypesByCategory).flat();
    const written = readdirSync(OUTPUT_DIRECTORY).filter((file) =>
      types.includes(/^(?<type>.+)-\d+[b-d]?-\d+\.\w+$/.exec(file)?.groups?.type ?? ""),
    );
    const expected = products.flatMap(({ images }) =>
      images.flatMap((image) => {
        const base = image.replace("/pictures/", "").replace("-640.jpg", "");
        expect(scenes.has(base), base).toBe(true);
        return ["320.avif", "320.webp", "640.avif", "640.jpg", "640.webp"].map((end) => `${base}-${end}`);
      }),
    );
    expect(
      expected.filter((file) => !written.includes(file)),
      "missing",
    ).toEqual([]);
    expect(
      written.filter((file) => !expected.includes(file)),
      "unused",
    ).toEqual([]);
  });
});
