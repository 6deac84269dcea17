/** Helpers for the layout around the admin screens. */
import type { DataRouter } from "react-router";
import { expect, waitFor } from "./screen.ts";

/** Waits until the screen with this title is shown. */
export async function findTitle(name: string): Promise<void> {
  await waitFor(() => expect(document.querySelector("h1")?.textContent).toBe(name));
}

export async function expectUrl(router: DataRouter, url: string): Promise<void> {
  await waitFor(() => {
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe(url);
  });
}

/** A link of the side menu, with or without a count beside it. */
export function getMenuLink(name: string): HTMLElement {
  const entries = document.querySelectorAll<HTMLElement>("nav[aria-label=Administration] a");
  const link = [...entries].find((entry) => entry.querySelector("span")?.textContent === name);
  if (!link) throw new Error(`The menu has no entry «${name}».`);
  return link;
}
