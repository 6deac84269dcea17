/** What stands around the screens of the back office, and how a test asks about it. */
import type { DataRouter } from "react-router";
import { expect, screen, waitFor, within } from "./screen.ts";

/** The screen with this title has come. */
export async function findTitle(name: string): Promise<void> {
  await waitFor(() => expect(document.querySelector("h1")?.textContent).toBe(name));
}

export const main = () => within(screen.getByRole("main"));

export async function expectAddress(router: DataRouter, address: string): Promise<void> {
  await waitFor(() => {
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe(address);
  });
}

/** An entry of the side menu, whatever number stands beside it. */
export function menuLink(name: string): HTMLElement {
  const entries = document.querySelectorAll<HTMLElement>("nav[aria-label=Administration] a");
  const link = [...entries].find((entry) => entry.querySelector("span")?.textContent === name);
  if (!link) throw new Error(`The menu has no entry «${name}».`);
  return link;
}
