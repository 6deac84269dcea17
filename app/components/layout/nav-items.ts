/** The items of the main navigation, in display order. */
export const navItems = [
  { to: "/", label: "Accueil" },
  { to: "/products", label: "Produits" },
  { to: "/technicians", label: "Techniciens" },
  { to: "/request-quote", label: "Demander une cotation" },
  { to: "/about", label: "À propos" },
];
