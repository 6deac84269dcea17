/** The words of the journal: what the database calls tables, columns and actions, as the screens call them. */
import type { Tone } from "../../../components/office/pill.tsx";

/** In the order of the filter. */
export const TABLES = {
  products: "Produit",
  product_images: "Image de produit",
  categories: "Catégorie",
  brands: "Marque",
  orders: "Commande",
  quotes: "Cotation",
  technician_profiles: "Technicien",
  technician_contacts: "Coordonnées de technicien",
  messages: "Message",
  testimonials: "Avis client",
  product_reviews: "Avis produit",
  shop_settings: "Paramètres",
  admin_users: "Administrateur",
} as const;
export type AuditTable = keyof typeof TABLES;

interface ActionLook {
  label: string;
  tone: Tone;
}

const actions: Readonly<Record<string, ActionLook>> = {
  insert: { label: "Ajout", tone: "green" },
  update: { label: "Modification", tone: "blue" },
  delete: { label: "Suppression", tone: "red" },
};

interface Change {
  action: string;
  table_name: string;
  after: unknown;
}

export function actionLook({ action, table_name, after }: Change): ActionLook {
  const look: ActionLook = actions[action] ?? { label: "Changement", tone: "gray" };
  return table_name === "product_images" ? { ...look, label: pictureLabel(action, after) } : look;
}

function pictureLabel(action: string, after: unknown): string {
  if (action === "insert") return "Image ajoutée";
  if (action === "delete") return "Image retirée";
  const columns = columnsOf(after);
  if (columns.is_primary === true) return "Image principale";
  return "display_order" in columns ? "Image déplacée" : "Image remplacée";
}

/** The values of an entry by their columns. */
export function columnsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

export function tableLabel(table: string): string {
  return isTable(table) ? TABLES[table] : "Autre";
}

export function isTable(text: string): text is AuditTable {
  return Object.hasOwn(TABLES, text);
}

/** In the order in which a change is told; a column that is not here comes last. */
export const FIELDS: Readonly<Record<string, string>> = {
  status: "Statut",
  cancellation_reason: "Motif d'annulation",
  is_published: "Publié",
  name: "Nom",
  shop_name: "Nom de la boutique",
  title: "Titre",
  slug: "Adresse de la page",
  reference: "Référence",
  category_id: "Catégorie",
  price: "Prix",
  old_price: "Ancien prix",
  discount: "Réduction (%)",
  stock: "Stock",
  is_new: "Nouveau",
  is_featured: "Promotion",
  specialty: "Spécialité",
  specialty_slug: "Adresse de la spécialité",
  role: "Fonction",
  rating: "Note",
  content: "Texte",
  comment: "Commentaire",
  message: "Message",
  description: "Description",
  features: "Caractéristiques",
  specifications: "Spécifications techniques",
  more_info_url: "Lien « Plus d'informations »",
  image: "Image",
  image_url: "Image",
  is_primary: "Image principale",
  display_order: "Position",
  logo: "Logo",
  avatar: "Photo",
  experience: "Expérience (ans)",
  location: "Localisation",
  availability: "Disponibilité",
  review_count: "Nombre d'avis",
  satisfied_clients: "Clients satisfaits",
  verified_at: "Vérifié le",
  is_verified: "Achat vérifié",
  phone: "Téléphone",
  email: "Email",
  whatsapp: "Numéro WhatsApp",
  address: "Adresse",
  shipping_fee: "Frais de livraison",
  offers_banner: "Texte du bandeau",
  low_stock_threshold: "Seuil de stock faible",
  read_at: "Lu le",
  note: "Note de l'équipe",
  kind: "Demande",
  file_name: "Nom du fichier",
  product_id: "Produit",
  technician_id: "Technicien",
};

/** What says nothing to people: where a file lies, whose account it was, which order a review came from. */
export const UNSAID: readonly string[] = ["file_path", "order_id", "user_id"];

/** Addresses of pictures, which are shown instead. */
export const PICTURES: ReadonlySet<string> = new Set(["image", "image_url", "logo", "avatar"]);

/** What a picture is called by its address: as its file, unless the shop gave that its name. */
export function pictureName(url: string): string {
  const name =
    url
      .replace(/[?#].*$/, "")
      .split("/")
      .at(-1) ?? "";
  return name === "" || /^[\da-f]{8}-[\da-f-]{27}\./.test(name) ? "photo envoyée" : decoded(name);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** What stands in a column as a word of the database. */
export const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: { image: "Produits", file: "Projet" },
};

/** Whole francs. */
export const MONEY: ReadonlySet<string> = new Set(["price", "old_price", "shipping_fee"]);
