/** Helpers for the admin lists and their dialogs. */
import type { UserEvent } from "@testing-library/user-event";
import { vi } from "vitest";
import { expect, screen, waitFor, within } from "./screen.ts";

/** The rows of a list, without its header row. */
export const queryRows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("tbody tr")];

export const findRow = (name: string) => queryRows().find((row) => row.textContent.includes(name));

/** Asserts that the list has exactly these rows, each identified by a part of its text. */
export async function expectRows(...texts: string[]): Promise<void> {
  await waitFor(() => {
    const rows = queryRows();
    expect(rows).toHaveLength(texts.length);
    for (const [index, text] of texts.entries()) expect(rows[index]).toHaveTextContent(text);
  });
}

export const findDialog = (name: string) => screen.findByRole("dialog", { name });

export async function expectNoDialog(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

/**
 * Clicks a button of the page, or of an element in it, once it is shown and not busy: a busy one does
 * nothing.
 */
export async function clickButton(
  user: UserEvent,
  name: string | RegExp,
  container: HTMLElement = document.body,
) {
  const button = await within(container).findByRole("button", { name });
  await waitFor(() => expect(button).not.toHaveAttribute("aria-busy", "true"));
  await user.click(button);
}

/** Images load unless their URL contains this text; happy-dom fetches none. */
export function stubImages(broken: string): void {
  vi.stubGlobal(
    "Image",
    class {
      onload: () => void = () => {};
      onerror: () => void = () => {};
      set src(url: string) {
        queueMicrotask(() => (url.includes(broken) ? this.onerror() : this.onload()));
      }
    },
  );
}

/** PostgREST's response for a table without rows. */
export const createEmptyResponse = () => Response.json([], { headers: { "content-range": "*/0" } });

/** Forwards a request, and drops its response. */
export async function loseResponse(_request: Request, forward: () => Promise<Response>): Promise<never> {
  await forward();
  throw new TypeError("Failed to fetch");
}
