/** The form of a product on a screen. */
import type { UserEvent } from "@testing-library/user-event";
import { findDialog, press } from "./admin-lists.ts";
import { fill, screen, within } from "./screen.ts";

export const NEW = "/admin/products/new";
export const SAVE = /\/rpc\/save_product/;

export const editAddress = ({ id }: { id: string }) => `/admin/products/edit/${id}`;

/** A field by its label, whether it may stay empty or not. */
export const field = (label: string) =>
  within(screen.getByRole("main")).getByLabelText(
    (text) => text.replace(/ \(facultatif\)$/, "").trim() === label,
  );

/** The form has come. */
export const findForm = () => screen.findByRole("button", { name: "Générer depuis le nom" });

export const save = (user: UserEvent) => press(user, "Enregistrer");

export const region = (name: string) => within(screen.getByRole("region", { name }));

/** The rows of the images that are in the list. */
export const images = () => region("Images").queryAllByRole("listitem", { name: /^Image \d+$/ });

export async function addByAddress(user: UserEvent, url: string): Promise<void> {
  await press(user, "Ajouter par adresse");
  const dialog = await findDialog("Ajouter une image");
  await fill(user, within(dialog).getByLabelText("URL de l'image"), url);
  await press(user, "Ajouter", dialog);
}
