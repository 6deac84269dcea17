/**
 * The types of the demo shop's data. They contain what a person decides (a name, a price, a text) and leave
 * out what follows from it (slug, id, URLs of images, dates): rows/ and stocked-products.ts derive that.
 */

/** The product types of each category. Images are named by them: `perceuse-1` is that of the first drill. */
export const productTypesByCategory = {
  "outils-electriques": [
    "perceuse",
    "visseuse",
    "meuleuse",
    "scie-circulaire",
    "scie-sauteuse",
    "ponceuse",
    "perforateur",
    "poste-a-souder",
    "groupe-electrogene",
    "compresseur",
  ],
  materiaux: [
    "ciment",
    "fer-a-beton",
    "parpaing",
    "tole",
    "carrelage",
    "peinture",
    "enduit",
    "bois",
    "etancheite",
  ],
  plomberie: [
    "tube-pvc",
    "raccord-pvc",
    "robinet",
    "mitigeur",
    "pompe-immergee",
    "reservoir",
    "lavabo",
    "wc",
    "douche",
  ],
  electricite: [
    "cable",
    "disjoncteur",
    "prise",
    "ampoule-led",
    "projecteur",
    "panneau-solaire",
    "batterie-solaire",
    "onduleur",
    "brasseur-air",
    "tableau-electrique",
  ],
  quincaillerie: [
    "marteau",
    "tournevis",
    "cle",
    "pince",
    "vis",
    "boulon",
    "cadenas",
    "serrure",
    "metre-ruban",
    "niveau",
    "echelle",
    "boite-a-outils",
    "gants",
    "casque",
  ],
  jardinage: ["tuyau-arrosage", "arrosoir", "pelle", "brouette", "secateur", "pulverisateur"],
} as const;

export type CategorySlug = keyof typeof productTypesByCategory;

export type BrandSlug =
  | "sahelis"
  | "batiforce"
  | "koudou-tools"
  | "voltea"
  | "aquanova"
  | "ferlion"
  | "solaris-faso"
  | "lumidor"
  | "serrurex"
  | "tengawa"
  | "prokraft"
  | "naaba-color";

/** What the images of a product show, in the words of its own texts; image-generator draws it. */
interface ProductImage {
  /** The kind of object, in words of the name: `niveau-laser` for «Niveau laser croix Prokraft». */
  kind: string;
  /** Absent where the name leaves it open. The words that are known: image-generator/finishes.ts. */
  color?: string;
  /** The sizes and figures printed on the object: «1 000 L», «50 kg». */
  print?: string[];
  /** One if absent. */
  pieces?: number;
}

/** The units of the database. */
type Unit =
  | "piece"
  | "metre"
  | "square_metre"
  | "cubic_metre"
  | "kilogram"
  | "litre"
  | "bag"
  | "roll"
  | "box";

/** By what a product is sold; single pieces if absent. */
interface SoldBy {
  unit: Unit;
  /** How much of a measure one step of the quantity is. */
  stepSize?: number;
  /** In steps. */
  minimumQuantity?: number;
  /** What a packet holds or covers. */
  content?: [size: number, unit: Unit];
}

interface Variant {
  /** One of each option, in their order. */
  choices: string[];
  reference: string;
  price: number;
  oldPrice?: number;
  stock: number;
  /** Another size of the content. */
  content?: number;
}

/** The diameters, lengths or sizes of a product; its own price is the lowest, and its stock the sum. */
interface Variants {
  options: Record<string, string[]>;
  rows: Variant[];
}

export interface Product {
  /** Unique: the slug of the product is derived from it. */
  name: string;
  /** Unique, brand first: SAH-PER-750. Reviews and orders name the product by it. */
  reference: string;
  image: ProductImage;
  /** Becomes the specification «Marque»; absent for products without one, such as timber. */
  brand?: BrandSlug;
  /** Whole francs. */
  price: number;
  /** Whole francs, above the price. */
  oldPrice?: number;
  stock: number;
  soldBy?: SoldBy;
  variants?: Variants;
  isNew?: true;
  /** Shown among the special offers; needs an old price. */
  isFeatured?: true;
  description: string;
  features: string[];
  specifications: Record<string, string>;
}

/** A value of each attribute that a product has: a number in its unit, the key of a choice, yes or no. */
export type AttributeValues = Readonly<Record<string, number | string | boolean>>;

export interface Attribute {
  /** Its key is the slug of it. */
  name: string;
  kind: "number" | "choice" | "boolean";
  /** Of a number that has one. */
  unit?: string;
  /** Of a number. */
  maximum?: number;
  /** The names of a choice, in their order. */
  choices?: readonly string[];
  /** Whose products may have a value. */
  categories: readonly CategorySlug[];
}

/** A category's products; the position in a product type gives the images' names. */
export type ProductsByType<C extends CategorySlug> = Record<
  (typeof productTypesByCategory)[C][number],
  Product[]
>;

/** [rating, comment, title] */
export type Review = [rating: 1 | 2 | 3 | 4 | 5, comment: string, title?: string];

export type ReviewsByReference = Record<string, Review[]>;

export interface Testimonial {
  name: string;
  role: string;
  /** 4 to 5 in halves. */
  rating: number;
  /** The number of the image `client-<n>`. */
  portrait: number;
  content: string;
}

export type Specialty = "electricite" | "plomberie" | "materiaux" | "jardinage";

export interface Technician {
  name: string;
  /** The number of the image `technicien-<n>`: 1 to 12. */
  portrait: number;
  specialty: Specialty;
  location: string;
  description: string;
  /** Years. */
  experience: number;
  availability: string;
  rating: number;
  reviewCount: number;
  satisfiedClients: number;
  phone: string;
}

interface Order {
  /** ISO 8601, UTC, which is also the time of Ouagadougou. */
  placedOn: string;
  status: "pending" | "processing" | "completed" | "cancelled";
  /** Given exactly when the order is cancelled. */
  cancellationReason?: string;
  /** How many pieces of which reference. */
  lines: Record<string, number>;
  notes: string;
}

export interface Customer {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  orders: Order[];
}
