/** The main navigation, in its order. */
export const navItems = [
  { to: "/", label: "Accueil" },
  { to: "/products", label: "Produits" },
  { to: "/technicians", label: "Techniciens" },
  { to: "/request-quote", label: "Demander une cotation" },
  { to: "/about", label: "À propos" },
];
