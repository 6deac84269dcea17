/** The roles of the staff as the screens name and explain them. The database's table role_rights says what each may do. */
import { STAFF_ROLE_VALUES, type StaffRole } from "#app/lib/supabase/database.types.ts";

const roles: Readonly<Record<StaffRole, { label: string; description: string }>> = {
  owner: {
    label: "Propriétaire",
    description: "Peut tout, et décide seul de l'équipe et de la sécurité.",
  },
  manager: {
    label: "Gérant",
    description: "Peut tout, sauf changer l'équipe et les règles de sécurité.",
  },
  sales: {
    label: "Vente",
    description:
      "Saisit, modifie, traite, termine et annule les commandes ; voit les clients et note ce qui les concerne.",
  },
  stock: {
    label: "Stock",
    description: "Voit et prépare les commandes, et compte le stock.",
  },
  courier: {
    label: "Livreur",
    description: "Livre les tournées qui lui sont confiées, et ne voit rien d'autre.",
  },
};

export const STAFF_ROLES = STAFF_ROLE_VALUES.map((value) => ({ value, ...roles[value] }));

export const getRoleLabel = (role: StaffRole): string => roles[role].label;
export const getRoleDescription = (role: StaffRole): string => roles[role].description;
