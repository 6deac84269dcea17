/** The menu of the admin area: its groups and items in their order, and the title of each screen. */
import Activity from "lucide-react/icons/activity";
import ArrowLeftRight from "lucide-react/icons/arrow-left-right";
import BadgeCheck from "lucide-react/icons/badge-check";
import Banknote from "lucide-react/icons/banknote";
import ClipboardCheck from "lucide-react/icons/clipboard-check";
import ClipboardList from "lucide-react/icons/clipboard-list";
import Clock from "lucide-react/icons/clock";
import FileText from "lucide-react/icons/file-text";
import Gauge from "lucide-react/icons/gauge";
import HandCoins from "lucide-react/icons/hand-coins";
import HardHat from "lucide-react/icons/hard-hat";
import History from "lucide-react/icons/history";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import ListFilter from "lucide-react/icons/list-filter";
import Mail from "lucide-react/icons/mail";
import MapPin from "lucide-react/icons/map-pin";
import Package from "lucide-react/icons/package";
import PackageCheck from "lucide-react/icons/package-check";
import PackageOpen from "lucide-react/icons/package-open";
import Percent from "lucide-react/icons/percent";
import PhoneCall from "lucide-react/icons/phone-call";
import Quote from "lucide-react/icons/quote";
import Route from "lucide-react/icons/route";
import Search from "lucide-react/icons/search";
import Send from "lucide-react/icons/send";
import Settings from "lucide-react/icons/settings";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShoppingBag from "lucide-react/icons/shopping-bag";
import ShoppingCart from "lucide-react/icons/shopping-cart";
import Star from "lucide-react/icons/star";
import Tags from "lucide-react/icons/tags";
import Ticket from "lucide-react/icons/ticket";
import Truck from "lucide-react/icons/truck";
import Undo2 from "lucide-react/icons/undo-2";
import UserRoundX from "lucide-react/icons/user-round-x";
import Users from "lucide-react/icons/users";
import Wallet from "lucide-react/icons/wallet";
import Wrench from "lucide-react/icons/wrench";
import type { ComponentType, SVGProps } from "react";
import type { PendingKind } from "#app/features/admin/pending-counts/pending-counts.queries.ts";

interface MenuItem {
  to: string;
  label: string;
  icon: ComponentType<SVGProps<SVGSVGElement> & { size?: number }>;
  /** The pending items that this screen's badge counts. */
  pendingKind?: PendingKind;
}

interface MenuGroup {
  label: string;
  items: readonly MenuItem[];
}

export const menu: readonly MenuGroup[] = [
  {
    label: "Main",
    items: [
      { to: "/admin/dashboard", label: "Tableau de bord", icon: LayoutDashboard },
      { to: "/admin/audit", label: "Journal", icon: History },
      { to: "/admin/mails", label: "E-mails", icon: Send },
      { to: "/admin/limits", label: "Limites", icon: Gauge },
      { to: "/admin/status", label: "État de la boutique", icon: Activity },
      { to: "/admin/security", label: "Sécurité", icon: ShieldCheck },
      { to: "/admin/personal-data", label: "Données personnelles", icon: UserRoundX },
    ],
  },
  {
    label: "Commerce",
    items: [
      { to: "/admin/orders", label: "Commandes", icon: ShoppingBag, pendingKind: "orders" },
      { to: "/admin/desk/confirm", label: "À confirmer", icon: PhoneCall, pendingKind: "confirm" },
      { to: "/admin/desk/prepare", label: "À préparer", icon: PackageCheck, pendingKind: "prepare" },
      { to: "/admin/picking", label: "Liste de préparation", icon: ClipboardList },
      { to: "/admin/desk/deliver", label: "À livrer", icon: MapPin, pendingKind: "deliver" },
      { to: "/admin/desk/late", label: "En retard", icon: Clock, pendingKind: "late" },
      { to: "/admin/desk/collect", label: "À encaisser", icon: Banknote, pendingKind: "collect" },
      { to: "/admin/returns/refunds", label: "À rembourser", icon: HandCoins, pendingKind: "refund" },
      { to: "/admin/returns", label: "Retours", icon: Undo2, pendingKind: "returns" },
      { to: "/admin/products", label: "Produits", icon: Package },
      { to: "/admin/categories", label: "Catégories", icon: Tags },
      { to: "/admin/brands", label: "Marques", icon: BadgeCheck },
      { to: "/admin/quotes", label: "Cotations", icon: FileText, pendingKind: "quotes" },
    ],
  },
  {
    label: "Livraison et caisse",
    items: [
      { to: "/admin/runs", label: "Tournées", icon: Route },
      { to: "/admin/delivery", label: "Livraison", icon: Truck },
      { to: "/admin/carriers", label: "Transporteurs", icon: ArrowLeftRight },
      { to: "/admin/cash", label: "Caisse", icon: Wallet },
    ],
  },
  {
    label: "Stock et prix",
    items: [
      { to: "/admin/receipts", label: "Réceptions", icon: PackageOpen },
      { to: "/admin/stock-counts", label: "Comptages", icon: ClipboardCheck },
      { to: "/admin/reorder", label: "À commander", icon: ShoppingCart },
      { to: "/admin/attributes", label: "Attributs", icon: ListFilter },
      { to: "/admin/search-terms", label: "Recherche", icon: Search },
      { to: "/admin/sales", label: "Promotions", icon: Percent },
      { to: "/admin/promo-codes", label: "Codes promo", icon: Ticket },
      { to: "/admin/price-lists", label: "Tarifs pro", icon: HardHat, pendingKind: "priceLists" },
    ],
  },
  {
    label: "Utilisateurs",
    items: [
      { to: "/admin/users", label: "Clients", icon: Users },
      { to: "/admin/technicians", label: "Techniciens", icon: Wrench },
      { to: "/admin/messages", label: "Messages", icon: Mail, pendingKind: "messages" },
    ],
  },
  {
    label: "Contenu",
    items: [
      { to: "/admin/testimonials", label: "Avis clients", icon: Quote },
      { to: "/admin/reviews", label: "Avis produits", icon: Star, pendingKind: "reviews" },
      { to: "/admin/settings", label: "Paramètres", icon: Settings },
    ],
  },
];

/** The links beside the title of a screen. */
export const topLinks: readonly { to: string; label: string }[] = [
  { to: "/admin/dashboard", label: "Accueil" },
  { to: "/admin/orders", label: "Commandes" },
  { to: "/admin/products", label: "Produits" },
  { to: "/admin/users", label: "Clients" },
];

/** The titles of the screens that belong to a menu item's screen. */
const TAB_TITLES: Readonly<Record<string, string>> = {
  "/admin/orders/new": "Nouvelle commande",
  "/admin/orders/drafts": "Brouillons",
  "/admin/users/administrators": "Administrateurs",
};

/** The menu item for the screen at a path or for its list; a more specific item comes before the other. */
export function findMenuItem(pathname: string): MenuItem | undefined {
  return menu
    .flatMap(({ items }) => items)
    .find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
}

/** The title of a screen by its path: its own, or the label of its menu item. */
export function getScreenTitle(pathname: string): string {
  return TAB_TITLES[pathname] ?? findMenuItem(pathname)?.label ?? "Administration";
}
