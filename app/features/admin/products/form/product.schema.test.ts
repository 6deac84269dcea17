import { expect, test } from "vitest";
import { productSchema } from "./product.schema.ts";
import { emptyProduct } from "./product.ts";

const typed = {
  ...emptyProduct,
  name: "  Perceuse à percussion ",
  slug: "Perceuse à percussion",
  price: "7500",
  stock: "4",
};

const IMAGE = { image_url: "/a.jpg", is_primary: false, display_order: 0 };
const UNNAMED = "Chaque spécification a un nom, et un seul";

const errorsOf = (values: object) =>
  productSchema
    .safeParse({ ...typed, ...values })
    .error?.issues.map(({ path, message }) => [path.join("."), message]);

test("converts the input to the stored values", () => {
  expect(productSchema.parse(typed)).toMatchObject({
    name: "Perceuse à percussion",
    slug: "perceuse-a-percussion",
    description: "",
    category_id: null,
    reference: null,
    price: 7500,
    old_price: null,
    discount: null,
    stock: 4,
    is_new: false,
    is_featured: false,
    features: [],
    specifications: {},
    data_sheets: [],
    videos: [],
    accessories: [],
    attributes: {},
    more_info_url: null,
    weight_grams: null,
    is_bulky: false,
    shelf: null,
    unit: "piece",
    step_size: 1,
    minimum_quantity: 1,
    content_size: null,
    content_unit: null,
    barcode: null,
    options: [],
    variants: [],
    images: [],
  });
  expect(
    productSchema.parse({
      ...typed,
      category_id: "c",
      reference: " SAH-750 ",
      discount: "15",
      stock: "",
      features: [" Mandrin 13 mm ", "  "],
      specifications: [
        { name: " Puissance ", value: " 750 W " },
        { name: "", value: "" },
      ],
      more_info_url: " https://exemple.bf/fiche ",
    }),
  ).toMatchObject({
    category_id: "c",
    reference: "SAH-750",
    discount: 15,
    stock: 0,
    features: ["Mandrin 13 mm"],
    specifications: { Puissance: "750 W" },
    more_info_url: "https://exemple.bf/fiche",
  });
});

test("omits a discount beside an old price: it follows from the prices", () => {
  expect(productSchema.parse({ ...typed, old_price: "10000", discount: "90" })).toMatchObject({
    old_price: 10_000,
    discount: null,
  });
});

test.each([
  ["name", { name: "  " }, "Le nom du produit est requis"],
  ["name", { name: "x".repeat(201) }, "Le nom compte au plus 200 caractères"],
  ["slug", { slug: "" }, "Le slug URL est requis"],
  ["slug", { slug: " ?! " }, "Le slug URL est requis"],
  ["price", { price: "" }, "Le prix doit être un nombre positif"],
  ["price", { price: "0" }, "Le prix doit être un nombre positif"],
  ["price", { price: "-5" }, "Le prix doit être un nombre positif"],
  ["price", { price: "99.5" }, "Le prix doit être un nombre positif"],
  ["price", { price: "100000001" }, "Le prix doit être un nombre positif"],
  ["old_price", { old_price: "?" }, "L'ancien prix doit être un nombre positif"],
  ["old_price", { old_price: "0" }, "L'ancien prix doit être un nombre positif"],
  ["old_price", { old_price: "100000001" }, "L'ancien prix doit être un nombre positif"],
  ["stock", { stock: "1000000000" }, "Le stock doit être un nombre positif ou zéro"],
  ["old_price", { old_price: "7500" }, "L'ancien prix doit être supérieur au prix"],
  ["stock", { stock: "-1" }, "Le stock doit être un nombre positif ou zéro"],
  ["stock", { stock: "1.5" }, "Le stock doit être un nombre positif ou zéro"],
  ["discount", { discount: "101" }, "La réduction doit être inférieure ou égale à 100%"],
  ["discount", { discount: "-1" }, "La réduction est un nombre entier de 0 à 100"],
  ["discount", { discount: "12.5" }, "La réduction est un nombre entier de 0 à 100"],
  ["reference", { reference: "x".repeat(101) }, "La référence compte au plus 100 caractères"],
  ["description", { description: "x".repeat(20_001) }, "La description compte au plus 20000 caractères"],
  [
    "more_info_url",
    { more_info_url: `https://${"x".repeat(1993)}` },
    "Entrez une URL valide ou laissez vide",
  ],
  ["more_info_url", { more_info_url: "fiche.pdf" }, "Entrez une URL valide ou laissez vide"],
  ["unit", { unit: "pouce" }, "Cette unité n'existe pas"],
  ["step_size", { unit: "metre", step_size: "0" }, "Le pas est un nombre positif, à trois décimales"],
  ["step_size", { unit: "metre", step_size: "0,1234" }, "Le pas est un nombre positif, à trois décimales"],
  [
    "step_size",
    { unit: "box", step_size: "0,5" },
    "Seule une mesure a un pas : mètre, m², m³, kilo ou litre",
  ],
  ["minimum_quantity", { minimum_quantity: "1,5" }, "La quantité minimale est un nombre de 1 à 100 000"],
  ["content_size", { unit: "box", content_size: "1,44" }, "Le contenu a un nombre et une unité"],
  ["content_size", { unit: "box", content_unit: "litre" }, "Le contenu a un nombre et une unité"],
  [
    "content_size",
    { unit: "metre", content_size: "1", content_unit: "litre" },
    "Seul un paquet a un contenu : pièce, sac, rouleau ou carton",
  ],
  ["content_unit", { unit: "box", content_size: "1", content_unit: "box" }, "Cette unité n'existe pas"],
  ["barcode", { barcode: "1".repeat(51) }, "Le code-barres compte au plus 50 caractères"],
  ["images", { images: Array.from({ length: 51 }, () => IMAGE) }, "Un produit a au plus 50 images"],
  ["specifications", { specifications: [{ name: " ", value: "750 W" }] }, UNNAMED],
  [
    "specifications",
    {
      specifications: [
        { name: "Poids", value: "1 kg" },
        { name: "Poids ", value: "2 kg" },
      ],
    },
    UNNAMED,
  ],
])("%s of %j is invalid", (field, values, message) => {
  expect(errorsOf(values)).toEqual([[field, message]]);
});

test.each([
  ["the shortest name", { name: "P" }],
  ["the longest name", { name: "x".repeat(200) }],
  ["the lowest prices", { price: "1", old_price: "2" }],
  ["the highest old price", { price: "99999999", old_price: "100000000" }],
  ["the highest price", { price: "100000000" }],
  ["the lowest discount", { discount: "0" }],
  ["the highest discount", { discount: "100" }],
  ["the lowest stock", { stock: "0" }],
  ["the highest stock", { stock: "999999999" }],
  ["the longest reference", { reference: "x".repeat(100) }],
  ["the longest description", { description: "x".repeat(20_000) }],
  ["the longest link", { more_info_url: `https://${"x".repeat(1992)}` }],
  ["the smallest step", { unit: "metre", step_size: "0,001" }],
  ["what a packet covers", { unit: "box", content_size: "1,44", content_unit: "square_metre" }],
  ["the highest minimum", { minimum_quantity: "100 000" }],
  ["the most images", { images: Array.from({ length: 50 }, () => IMAGE) }],
])("%s is valid", (_case, values) => {
  expect(errorsOf(values)).toBeUndefined();
});
