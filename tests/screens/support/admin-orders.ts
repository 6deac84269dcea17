/** An order on its screen of the back office. */
import { rowOf } from "./admin-lists.ts";
import { expect, screen, waitFor } from "./screen.ts";

interface Numbered {
  number: string;
}

export const panelName = ({ number }: Numbered) => `Commande ${number}`;

export const findPanel = (order: Numbered) => screen.findByRole("region", { name: panelName(order) });

export const toggleOf = ({ number }: Numbered) =>
  screen.getByRole("button", { name: `Détails de la commande ${number}` });

export const finishOf = ({ number }: Numbered) =>
  screen.getByRole("button", { name: `Terminer la commande ${number}` });

/** The row of this order says that it has this status. */
export async function expectStatus({ number }: Numbered, status: string): Promise<void> {
  await waitFor(() => expect(rowOf(number)?.querySelector(".badge")?.textContent).toBe(status));
}
