/** Helpers for the product form of the admin. */
import type { UserEvent } from "@testing-library/user-event";
import { clickButton, findDialog } from "./admin-lists.ts";
import { expect, fillField, getMain, screen, waitFor, within } from "./screen.ts";

export const NEW_PRODUCT_PATH = "/admin/products/new";
export const SAVE_PRODUCT_URL = /\/rpc\/save_product/;

export const toEditPath = ({ id }: { id: string }) => `/admin/products/edit/${id}`;

/** A field by its label, with or without the mark of an optional field. */
export const getField = (label: string) =>
  within(screen.getByRole("main")).getByLabelText(
    (text) => text.replace(/ \(facultatif\)$/, "").trim() === label,
  );

/** Waits until the form is loaded. */
export const findForm = () => screen.findByRole("button", { name: "Générer depuis le nom" });

export const submitForm = (user: UserEvent) => clickButton(user, "Enregistrer");

export const getRegion = (name: string) => within(screen.getByRole("region", { name }));

/** The rows of the image list. */
export const queryImageRows = () => getRegion("Images").queryAllByRole("listitem", { name: /^Image \d+$/ });

export async function addImageByUrl(user: UserEvent, url: string): Promise<void> {
  await clickButton(user, "Ajouter par adresse");
  const dialog = await findDialog("Ajouter une image");
  await fillField(user, within(dialog).getByLabelText("URL de l'image"), url);
  await clickButton(user, "Ajouter", dialog);
}

/** The alert that contains the text. */
export async function findNotice(text: string): Promise<HTMLElement> {
  return waitFor(() => {
    const notice = getMain()
      .queryAllByRole("alert")
      .find((alert) => alert.textContent.includes(text));
    if (!notice) throw new Error(`No notice says «${text}».`);
    return notice;
  });
}

export const expectFieldMessage = (label: string, message: string) =>
  waitFor(() => expect(getField(label)).toHaveAccessibleDescription(expect.stringContaining(message)));
