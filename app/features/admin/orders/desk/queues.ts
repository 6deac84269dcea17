/** The queues of the desk: their names, and the right to work through each. The database asks for the same rights. */
import type { Right } from "#app/features/admin/shared/rights.ts";
import type { OrderQueue } from "#app/lib/supabase/database.types.ts";

interface Queue {
  label: string;
  /** In which order, and why. */
  hint: string;
  empty: string;
  /** The right to work through it; null for a queue that is planned as a whole. */
  right: Right | null;
}

export const queues: Readonly<Record<OrderQueue, Queue>> = {
  confirm: {
    label: "À confirmer",
    hint: "Sans réponse, une commande passe à la fin.",
    empty: "Aucune commande à confirmer. Les nouvelles apparaissent ici d'elles-mêmes.",
    right: "orders.confirm",
  },
  prepare: {
    label: "À préparer",
    hint: "Les plus pressées d'abord.",
    empty: "Aucune commande à préparer. Une commande confirmée apparaît ici.",
    right: "orders.prepare",
  },
  deliver: {
    label: "À livrer",
    hint: "Par jour et par zone, puis les retraits en magasin.",
    empty: "Aucune commande à livrer. Une commande préparée apparaît ici.",
    right: null,
  },
  late: {
    label: "En retard",
    hint: "Le jour prévu est passé.",
    empty: "Aucune commande n'est en retard.",
    right: "orders.complete",
  },
  collect: {
    label: "À encaisser",
    hint: "Livrées, et pas encore payées en entier.",
    empty: "Toutes les commandes livrées sont payées.",
    right: "cash.take",
  },
};

/** The text of an empty page that is not the first. */
export const END_OF_QUEUE = "C'est la fin de la file.";
