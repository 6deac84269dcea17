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

const actions: Readonly<Record<string, { label: string; tone: Tone }>> = {
  insert: { label: "Ajout", tone: "green" },
  update: { label: "Modification", tone: "blue" },
  delete: { label: "Suppression", tone: "red" },
};

export function actionLook(action: string): { label: string; tone: Tone } {
  return actions[action] ?? { label: action, tone: "gray" };
}

export function tableLabel(table: string): string {
  return isTable(table) ? TABLES[table] : table;
}

export function isTable(text: string): text is AuditTable {
  return Object.hasOwn(TABLES, text);
}

/** In the order in which a change is told; a column that is not here comes last, under its own name. */
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
  file_path: "Fichier",
  product_id: "Produit",
  technician_id: "Technicien",
  order_id: "Commande",
  user_id: "Compte",
};

/** Whole francs. */
export const MONEY: ReadonlySet<string> = new Set(["price", "old_price", "shipping_fee"]);
