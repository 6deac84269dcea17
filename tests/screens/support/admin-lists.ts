/** The lists of the back office and their dialogs on a screen. */
import type { UserEvent } from "@testing-library/user-event";
import { vi } from "vitest";
import { expect, notifications, screen, waitFor, within } from "./screen.ts";

/** The rows of a list, without its head. */
export const listRows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("tbody tr")];

export const rowOf = (name: string) => listRows().find((row) => row.textContent.includes(name));

/** The list has these rows and no other, each recognised by a part of its text. */
export async function expectRows(...texts: string[]): Promise<void> {
  await waitFor(() => {
    const rows = listRows();
    expect(rows).toHaveLength(texts.length);
    for (const [index, text] of texts.entries()) expect(rows[index]).toHaveTextContent(text);
  });
}

/** The newest toast says this. */
export async function expectToast(text: string | RegExp): Promise<void> {
  await waitFor(() => expect(notifications().getAllByRole("listitem")[0]).toHaveTextContent(text));
}

/** The newest toast is a failure and says exactly this. */
export async function expectFailure(title: string, text: string): Promise<void> {
  await waitFor(() => {
    const [alert] = notifications().getAllByRole("alert");
    expect(alert?.textContent).toBe(title + text);
  });
}

export const findDialog = (name: string) => screen.findByRole("dialog", { name });

export async function expectNoDialog(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

/** Presses a button of the page or of a part of it once it is there and not busy: a busy one does nothing. */
export async function press(user: UserEvent, name: string | RegExp, part: HTMLElement = document.body) {
  const button = await within(part).findByRole("button", { name });
  await waitFor(() => expect(button).not.toHaveAttribute("aria-busy", "true"));
  await user.click(button);
}

/** Pictures load unless their address contains one of these words; happy-dom fetches none. */
export function stubPictures(broken: string): void {
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

/** What PostgREST answers where a table has no rows. */
export const noRows = () => Response.json([], { headers: { "content-range": "*/0" } });

/** Lets a request arrive, and loses its answer. */
export async function loseAnswer(_request: Request, forward: () => Promise<Response>): Promise<never> {
  await forward();
  throw new TypeError("Failed to fetch");
}
