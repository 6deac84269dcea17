/** Helpers for the screen tests of the account. */
import { expect, screen, waitFor, within } from "./screen.ts";

export const ACCOUNT_PATH = "/account";
export const ORDERS_PATH = "/account?tab=commandes";
export const PROFILES_URL = /\/rest\/v1\/profiles/;
export const ORDERS_URL = /\/rest\/v1\/orders\?/;

/** Asserts that the profile form is loaded and filled. */
export async function expectProfile(): Promise<void> {
  await waitFor(() => expect(screen.getByLabelText("Prénom")).toHaveValue("Fatou"));
}

export const findAccountCard = async () =>
  within(await screen.findByRole("complementary", { name: "Votre compte" }));
export const getTab = (name: string) => screen.getByRole("tab", { name });

/** The orders of the tab's list; none before it is loaded. */
export function queryOrders(): HTMLElement[] {
  const list = screen.queryByRole("region", { name: "Vos commandes" });
  return list ? within(list).queryAllByRole("listitem") : [];
}

export async function expectOrders(count: number): Promise<void> {
  await waitFor(() => expect(queryOrders()).toHaveLength(count));
}

/** Asserts the error beside an invalid field. */
export async function expectFieldError(field: HTMLElement, sentence: string): Promise<void> {
  await waitFor(() => expect(field).toHaveAttribute("aria-invalid", "true"));
  await waitFor(() => expect(field.getAttribute("aria-describedby")).not.toBeNull());
  expect(field).toHaveAccessibleDescription(expect.stringContaining(sentence));
}
