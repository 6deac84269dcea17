/** The French labels of the audit log: tables, columns, actions and values. */
import type { TagColor } from "#app/components/admin/tag.tsx";
import {
  getProductField,
  type ProductColumnName,
  productColumnNames,
} from "#app/features/admin/shared/fields/product-fields.ts";
import { SETTING_NAMES, settingsFields } from "#app/features/admin/shared/fields/settings-fields.ts";
import { AUDIENCE_LABELS, SCOPE_LABELS } from "#app/features/admin/shared/labels/limit-labels.ts";
import { quoteKindLabels } from "#app/features/admin/shared/labels/quote-labels.ts";
import { RETENTION_LABELS } from "#app/features/admin/shared/labels/retention-labels.ts";
import { DELIVERY_PROOF_LABELS, RUN_STATE_LABELS } from "#app/features/admin/shared/labels/run-labels.ts";
import { STAFF_ROLES } from "#app/features/admin/shared/labels/staff-roles.ts";
import type { AuditAction } from "#app/lib/supabase/database.types.ts";

/** In the order of the filter. */
export const TABLE_LABELS = {
  products: "Produit",
  product_images: "Image de produit",
  product_options: "Option de produit",
  product_variants: "Variante de produit",
  product_accessories: "Accessoire de produit",
  price_breaks: "Prix par quantité",
  categories: "Catégorie",
  attributes: "Attribut",
  brands: "Marque",
  search_synonyms: "Synonyme",
  orders: "Commande",
  quotes: "Cotation",
  price_lists: "Liste de prix",
  price_list_members: "Demande de tarif professionnel",
  promo_codes: "Code promo",
  sales: "Promotion",
  delivery_zones: "Zone de livraison",
  delivery_places: "Lieu d'une zone",
  delivery_fees: "Tarif d'une zone",
  pickup_points: "Point de retrait",
  carriers: "Transporteur",
  suppliers: "Fournisseur",
  runs: "Tournée",
  technician_profiles: "Technicien",
  technician_contacts: "Coordonnées de technicien",
  messages: "Message",
  testimonials: "Avis client",
  product_reviews: "Avis produit",
  shop_settings: "Paramètres",
  limits: "Limites",
  security_settings: "Sécurité",
  order_settings: "Réglages des commandes",
  discount_limits: "Limite des remises",
  admin_users: "Administrateur",
  admin_invitations: "Invitation d'administrateur",
  profiles: "Client",
  customer_notes: "Note sur un client",
  personal_data: "Données personnelles",
  retention_settings: "Durées de conservation",
} as const;
export type AuditTable = keyof typeof TABLE_LABELS;

interface ActionTag {
  label: string;
  color: TagColor;
}

const actionTags: Readonly<Record<AuditAction, ActionTag>> = {
  insert: { label: "Ajout", color: "green" },
  update: { label: "Modification", color: "blue" },
  delete: { label: "Suppression", color: "red" },
};

/** What an entry says of its row. */
export interface AuditChange {
  action: AuditAction;
  table_name: string;
  /** The former and the new values of the changed columns; null for a new and for a deleted row, respectively. */
  before: unknown;
  after: unknown;
}

export function getActionTag({ action, table_name, after }: Omit<AuditChange, "before">): ActionTag {
  const tag = actionTags[action];
  return table_name === "product_images" ? { ...tag, label: getImageActionLabel(action, after) } : tag;
}

function getImageActionLabel(action: AuditAction, after: unknown): string {
  if (action === "insert") return "Image ajoutée";
  if (action === "delete") return "Image retirée";
  const columns = toColumns(after);
  if (columns.is_primary === true) return "Image principale";
  return "display_order" in columns ? "Image déplacée" : "Image remplacée";
}

/** The columns of an entry with their values. */
export function toColumns(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

export function getTableLabel(table: string): string {
  return isAuditTable(table) ? TABLE_LABELS[table] : "Autre";
}

export function isAuditTable(text: string): text is AuditTable {
  return Object.hasOwn(TABLE_LABELS, text);
}

const settingsLabels = Object.fromEntries(SETTING_NAMES.map((name) => [name, settingsFields[name].label]));

function getProductColumnLabel(name: ProductColumnName): string {
  const { label, auditLabel = label } = getProductField(name);
  return auditLabel;
}

/** In the order in which a diff lists them; a column without a label comes last. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  status: "Statut",
  cancellation_reason: "Motif d'annulation",
  is_published: "Publié",
  name: "Nom",
  shop_name: settingsFields.shop_name.label,
  title: "Titre",
  slug: getProductColumnLabel("slug"),
  specialty: "Spécialité",
  specialty_slug: "Adresse de la spécialité",
  role: "Fonction",
  rating: "Note",
  content: "Texte",
  comment: "Commentaire",
  message: "Message",
  // Columns of other tables have the same names and labels, such as the reference of a quote.
  ...Object.fromEntries(productColumnNames.map((name) => [name, getProductColumnLabel(name)])),
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
  is_trusted: "Client de confiance",
  ...settingsLabels,
  admin_factor_required: "Second facteur exigé",
  maximum_percent: "Remise au plus (%)",
  ...Object.fromEntries(RETENTION_LABELS),
  // What an erasure, or the end of a retention time, has concerned.
  accounts: "Comptes",
  orders: "Commandes",
  reviews: "Avis",
  messages: "Messages",
  quotes: "Cotations",
  alerts: "Alertes de stock",
  drafts: "Brouillons de commandes",
  mails: "E-mails et SMS",
  review_requests: "Invitations à un avis",
  entries: "Entrées du Journal",
  refusals_before_call: "Refus avant un appel obligatoire",
  return_days: "Jours pour demander un retour",
  delivery_proof: "Preuve de livraison",
  admin_idle_minutes: "Fin de session sans activité (min)",
  admin_session_hours: "Durée maximale d'une session (h)",
  read_at: "Lu le",
  note: "Note de l'équipe",
  expires_at: "Valable jusqu'au",
  kind: "Demande",
  file_name: "Nom du fichier",
  product_id: "Produit",
  accessory_id: "Accessoire",
  purchased_variant: "Variante achetée",
  technician_id: "Technicien",
  town: "Ville",
  quarter: "Quartier",
  hours: "Horaires",
  is_active: "Actif",
  position: "Ordre",
  up_to_grams: "Jusqu'à (g)",
  fee: "Tarif",
  free_from: "Gratuit dès",
  bulky_fee: "Supplément encombrant",
  delay_hours: "Délai (h)",
  days: "Jours de livraison",
  day: "Jour",
  courier_name: "Livreur",
  state: "État",
  proof: "Preuve de livraison",
  out_at: "Partie le",
  expected_amount: "Montant attendu",
  handed_amount: "Montant remis",
  closed_at: "Clôturée le",
  closed_by: "Clôturée par",
  term: "Ce que les clients écrivent",
  meanings: "Ce que la boutique cherche aussi",
  is_substitute: "La boutique ne vend pas cela",
  percent: "Réduction (%)",
  code: "Code",
  amount: "Montant",
  minimum_amount: "Montant minimum",
  minimum_quantity: "À partir de",
  category_ids: "Catégories",
  starts_at: "Début",
  ends_at: "Fin",
  max_uses: "Utilisations au plus",
  max_uses_per_customer: "Utilisations par client",
  trade: "Métier",
  list_id: "Liste de prix",
  reason: "Motif",
  decided_at: "Répondu le",
  decided_by: "Répondu par",
  requested_at: "Demandé le",
  unit: "Unité",
  minimum: "Minimum",
  maximum: "Maximum",
  choices: "Choix",
  is_filter: "Filtre du catalogue",
  period_seconds: "Durée",
  audience: "Pour",
  scope: "Comptée",
};

/**
 * Fields without a meaning for administrators, such as a file's path, the owner of a row, the order of a review,
 * and what they do not change of a limit.
 */
export const HIDDEN_FIELDS: readonly string[] = [
  // Follow from the category above.
  "parent_id",
  "parent_level",
  "level",
  // Follow from the zones of the delivery.
  "delivery_from",
  "free_delivery_from",
  "file_path",
  // Of an attribute and of the products that have it: made from what is shown.
  "key",
  "facet_keys",
  // Written by the process that sends text messages.
  "sends_texts",
  "zone_id",
  "town_key",
  "quarter_key",
  "order_id",
  "user_id",
  "customer_id",
  "courier_id",
  // Kept by the database: made from names, variants, breaks and past prices that have rows of their own.
  "brand_key",
  "name_key",
  "has_variants",
  "largest_variant_stock",
  "has_price_rules",
  "lowest_price",
  "variant_id",
  // Computed from the words of a synonym.
  "term_key",
  "found",
  "label",
  "default_maximum",
  "default_period_seconds",
  "author_id",
  "purchase_id",
  "token_hash",
];

/** Image URLs, which are shown as images. */
export const IMAGE_FIELDS: ReadonlySet<string> = new Set(["image", "image_url", "logo", "avatar"]);

/** The file name of an image URL; a generic name when the shop generated the file name. */
export function getImageName(url: string): string {
  const name =
    url
      .replace(/[?#].*$/, "")
      .split("/")
      .at(-1) ?? "";
  return name === "" || /^[\da-f]{8}-[\da-f-]{27}\./.test(name) ? "photo envoyée" : safeDecode(name);
}

function safeDecode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Labels for enum values, by column. */
export const VALUE_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: { ...quoteKindLabels, number: "Nombre", choice: "Liste de choix", boolean: "Oui ou non" },
  audience: AUDIENCE_LABELS,
  scope: SCOPE_LABELS,
  state: RUN_STATE_LABELS,
  proof: DELIVERY_PROOF_LABELS,
  delivery_proof: DELIVERY_PROOF_LABELS,
  role: Object.fromEntries(STAFF_ROLES.map(({ value, label }) => [value, label])),
};

/** Columns with amounts in whole francs. */
export const MONEY_FIELDS: ReadonlySet<string> = new Set([
  "fee",
  "free_from",
  "bulky_fee",
  "expected_amount",
  "handed_amount",
  ...productColumnNames.filter((name) => getProductField(name).kind === "money"),
  ...SETTING_NAMES.filter((name) => settingsFields[name].unit === "XOF"),
]);
