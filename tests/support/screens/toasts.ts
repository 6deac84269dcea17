/** Queries and assertions for the toasts. */
import { expect, screen, waitFor, within } from "./screen.ts";

/** The visible toasts, newest first. */
export const getToasts = () =>
  screen.queryByRole("region", { name: "Notifications" })?.querySelectorAll("li") ?? [];

/** The region of the toasts, which exists while there are any. */
export const getToastRegion = () => within(screen.getByRole("region", { name: "Notifications" }));

/** Waits for a toast by its title. */
export async function findToast(title: string): Promise<HTMLElement> {
  const region = within(await screen.findByRole("region", { name: "Notifications" }));
  const toast = (await region.findByText(title)).closest("li");
  if (!toast) throw new Error(`${title} is no toast.`);
  return toast;
}

/** Asserts that a toast with this text is shown. */
export async function expectToast(text: RegExp): Promise<void> {
  const texts = () => Array.from(getToasts(), ({ textContent }) => textContent);
  await waitFor(() => expect(texts()).toContainEqual(expect.stringMatching(text)));
}

/** Asserts that a toast with the role alert has this text. */
export async function expectErrorToast(text: RegExp): Promise<void> {
  const alerts = () =>
    within(screen.getByRole("region", { name: "Notifications" }))
      .getAllByRole("alert")
      .map(({ textContent }) => textContent);
  await waitFor(() => expect(alerts()).toContainEqual(expect.stringMatching(text)));
}

/** Asserts that one toast is shown, with this text. */
export async function expectOnlyToast(text: string | RegExp): Promise<void> {
  await waitFor(() => {
    expect(getToasts()).toHaveLength(1);
    expect(getToasts()[0]).toHaveTextContent(text);
  });
}

/** Asserts that one toast is shown: the error with this text. */
export async function expectOnlyErrorToast(text: string): Promise<void> {
  await waitFor(() => {
    expect(getToasts()).toHaveLength(1);
    const region = within(screen.getByRole("region", { name: "Notifications" }));
    expect(region.getByRole("alert").textContent).toBe(`Erreur${text}`);
  });
}

/** Asserts that the newest toast contains this text. */
export async function expectNewestToast(text: string | RegExp): Promise<void> {
  await waitFor(() => expect(getToastRegion().getAllByRole("listitem")[0]).toHaveTextContent(text));
}

/** Asserts that the newest toast is an error with exactly this text. */
export async function expectNewestErrorToast(title: string, text: string): Promise<void> {
  await waitFor(() => {
    const [alert] = getToastRegion().getAllByRole("alert");
    expect(alert?.textContent).toBe(title + text);
  });
}

/** Asserts the exact text of the newest toast. */
export async function expectNewestToastText(text: string): Promise<void> {
  await waitFor(() => expect(getToasts()[0]?.textContent).toBe(text));
}
