/**
 * What the screen tests of reviews share. The reviews of a product are the server's drawing until they are looked at:
 * here they come to life as in a browser that was navigated to the product, when their panel is opened.
 */
import { vi } from "vitest";
import { test as base, expect, screen, toasts, waitFor, within } from "./screen.ts";

export const test = base.extend<{ seen: undefined }>({
  seen: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from the pattern
    async ({}, use) => {
      vi.stubGlobal("IntersectionObserver", PanelObserver);
      await use(undefined);
    },
    { auto: true },
  ],
});

/** Without a layout, whatever is not in a closed panel is in sight. */
class PanelObserver {
  readonly #report: (entries: { target: Element; isIntersecting: boolean }[]) => void;
  #panels: MutationObserver | undefined;

  constructor(report: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
    this.#report = report;
  }

  observe(target: Element): void {
    const look = () => {
      if (!target.closest("[hidden]")) this.#report([{ target, isIntersecting: true }]);
    };
    this.#panels = new MutationObserver(look);
    this.#panels.observe(document.body, { attributeFilter: ["hidden"], subtree: true });
    look();
  }

  disconnect(): void {
    this.#panels?.disconnect();
  }
}

const main = () => within(screen.getByRole("main"));

/** The form's fields, on whichever page it stands. */
export const form = {
  come: () => screen.findByRole("button", { name: "Envoyer mon avis" }),
  stars: () => within(main().getByRole("group", { name: "Votre note" })).getAllByRole("radio"),
  star: (name: string) => main().getByRole("radio", { name }),
  name: () => main().getByLabelText("Nom"),
  email: () => main().getByLabelText("Email"),
  title: () => main().getByLabelText(/^Titre/),
  comment: () => main().getByLabelText("Votre avis"),
  send: () => main().getByRole("button", { name: /^(Envoyer mon avis|Envoi en cours...)$/ }),
};

/** A toast with this text is on show. */
export async function expectToast(text: RegExp): Promise<void> {
  const texts = () => Array.from(toasts(), ({ textContent }) => textContent);
  await waitFor(() => expect(texts()).toContainEqual(expect.stringMatching(text)));
}

/** A toast that a screen reader says at once has this text. */
export async function expectErrorToast(text: RegExp): Promise<void> {
  const alerts = () =>
    within(screen.getByRole("region", { name: "Notifications" }))
      .getAllByRole("alert")
      .map(({ textContent }) => textContent);
  await waitFor(() => expect(alerts()).toContainEqual(expect.stringMatching(text)));
}

export const articleOf = (title: string) =>
  screen.findByRole("heading", { name: title }).then((heading) => {
    const article = heading.closest("article");
    if (!article) throw new Error(`${title} stands in no article.`);
    return article;
  });
