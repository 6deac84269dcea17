/** The queues of the desk: their names, and the right to work through each. The database asks for the same rights. */
import type { Right } from "#app/features/admin/shared/rights.ts";
import type { OrderQueue } from "#app/lib/supabase/database.types.ts";

export const queues: Readonly<Record<OrderQueue, { label: string; empty: string; right: Right }>> = {
  confirm: {
    label: "À confirmer",
    empty: "Aucune commande à confirmer. Les nouvelles apparaissent ici d'elles-mêmes.",
    right: "orders.confirm",
  },
  prepare: {
    label: "À préparer",
    empty: "Aucune commande à préparer. Une commande confirmée apparaît ici.",
    right: "orders.prepare",
  },
  deliver: {
    label: "À livrer",
    empty: "Aucune commande à livrer. Une commande préparée apparaît ici.",
    right: "orders.complete",
  },
  late: { label: "En retard", empty: "Aucune commande n'est en retard.", right: "orders.complete" },
  collect: {
    label: "À encaisser",
    empty: "Toutes les commandes livrées sont payées.",
    right: "orders.complete",
  },
};

/** The text of an empty page that is not the first. */
export const END_OF_QUEUE = "C'est la fin de la file.";
