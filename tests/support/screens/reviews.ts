/**
 * Helpers for the screen tests of reviews. The reviews of a product are hydrated when they scroll into view:
 * here, as after a client-side navigation to the product, when their panel is opened.
 */
import { vi } from "vitest";
import { test as base, getMain, screen, within } from "./screen.ts";

export const test = base.extend<{ panelObserver: undefined }>({
  panelObserver: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from the pattern
    async ({}, use) => {
      vi.stubGlobal("IntersectionObserver", PanelObserver);
      await use(undefined);
    },
    { auto: true },
  ],
});

/**
 * Without a layout, every element outside a closed panel counts as visible. As a busy browser does, it reports an
 * opened panel together with the time when it was closed.
 */
class PanelObserver {
  readonly #report: (entries: { target: Element; isIntersecting: boolean }[]) => void;
  #panels: MutationObserver | undefined;

  constructor(report: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
    this.#report = report;
  }

  observe(target: Element): void {
    const update = () => {
      if (target.closest("[hidden]")) return;
      this.#report([false, true].map((isIntersecting) => ({ target, isIntersecting })));
    };
    this.#panels = new MutationObserver(update);
    this.#panels.observe(document.body, { attributeFilter: ["hidden"], subtree: true });
    update();
  }

  disconnect(): void {
    this.#panels?.disconnect();
  }
}

/** The fields of the review form, on either of its pages. */
export const reviewForm = {
  find: () => screen.findByRole("button", { name: "Envoyer mon avis" }),
  stars: () => within(getMain().getByRole("group", { name: "Votre note" })).getAllByRole("radio"),
  star: (name: string) => getMain().getByRole("radio", { name }),
  name: () => getMain().getByLabelText("Nom"),
  email: () => getMain().getByLabelText("Email"),
  title: () => getMain().getByLabelText(/^Titre/),
  comment: () => getMain().getByLabelText("Votre avis"),
  submit: () => getMain().getByRole("button", { name: /^(Envoyer mon avis|Envoi en cours...)$/ }),
};

export const findReview = (title: string) =>
  screen.findByRole("heading", { name: title }).then((heading) => {
    const article = heading.closest("article");
    if (!article) throw new Error(`${title} is in no article.`);
    return article;
  });
