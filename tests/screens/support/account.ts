/** What the tests of the account's screens look at. */
import { expect, screen, toasts, waitFor, within } from "./screen.ts";

export const ACCOUNT = "/account";
export const ORDERS = "/account?tab=commandes";
export const PROFILES = /\/rest\/v1\/profiles/;
export const ORDERS_ASKED = /\/rest\/v1\/orders\?/;

/** The profile form has come, filled. */
export async function expectProfile(): Promise<void> {
  await waitFor(() => expect(screen.getByLabelText("Prénom")).toHaveValue("Fatou"));
}

export const findCard = async () =>
  within(await screen.findByRole("complementary", { name: "Votre compte" }));
export const tab = (name: string) => screen.getByRole("tab", { name });

/** The orders of the list that the tab shows; none before it has come. */
export function orders(): HTMLElement[] {
  const list = screen.queryByRole("region", { name: "Vos commandes" });
  return list ? within(list).queryAllByRole("listitem") : [];
}

export async function expectOrders(count: number): Promise<void> {
  await waitFor(() => expect(orders()).toHaveLength(count));
}

/** One toast is on show, and it says this. */
export async function expectToast(text: string | RegExp): Promise<void> {
  await waitFor(() => {
    expect(toasts()).toHaveLength(1);
    expect(toasts()[0]).toHaveTextContent(text);
  });
}

/** One toast is on show: the error in these words. */
export async function expectErrorToast(text: string): Promise<void> {
  await waitFor(() => {
    expect(toasts()).toHaveLength(1);
    const region = within(screen.getByRole("region", { name: "Notifications" }));
    expect(region.getByRole("alert").textContent).toBe(`Erreur${text}`);
  });
}

/** Asserts the sentence beside a field that was refused. */
export async function expectRefused(field: HTMLElement, sentence: string): Promise<void> {
  await waitFor(() => expect(field).toHaveAttribute("aria-invalid", "true"));
  await waitFor(() => expect(field.getAttribute("aria-describedby")).not.toBeNull());
  expect(field).toHaveAccessibleDescription(expect.stringContaining(sentence));
}
