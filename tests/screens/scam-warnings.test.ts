/** The warnings above the cart take turns every five seconds, and stop for who wants to read or asked for calm. */
import { vi } from "vitest";
import { expect, type Fixtures, screen, test, within } from "./support/screen.ts";

const WARNINGS = [
  /Ne payez jamais en dehors de nos moyens de paiement officiels/,
  /Vérifiez l'authenticité du site/,
  /Ne donnez jamais d'informations personnelles.* par téléphone/,
];

const nextTask = globalThis.setTimeout;
const matchMedia = window.matchMedia;

const warnings = () => within(screen.getByRole("region", { name: "Mises en garde contre les arnaques" }));

/** The warning that can be seen. */
function shown(): string {
  const [first, ...others] = warnings()
    .getAllByText(/./, { selector: "p" })
    .filter((paragraph) => getComputedStyle(paragraph).visibility !== "hidden");
  expect(others).toEqual([]);
  return first?.textContent ?? "";
}

/** The empty cart with its clock stopped; the one rule of the sheet that hides a warning stands in the document. */
async function openWithStoppedClock(open: Fixtures["open"]) {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { user } = await open("/cart");
  document.head.append(
    Object.assign(document.createElement("style"), {
      textContent: ".invisible { visibility: hidden }",
    }),
  );
  await screen.findByRole("heading", { name: "Votre panier est vide" });
  return user;
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let task = 0; task < 3; task += 1) await new Promise((resolve) => nextTask(resolve, 0));
}

test.afterEach(() => {
  vi.useRealTimers();
  vi.stubGlobal("matchMedia", matchMedia);
});

test("three warnings, a new one every five seconds", async ({ open }) => {
  await openWithStoppedClock(open);
  for (const warning of [...WARNINGS, ...WARNINGS]) {
    expect(shown()).toMatch(warning);
    await pass(4900);
    expect(shown()).toMatch(warning);
    await pass(100);
  }
});

test("they wait while one is pointed at or stopped, and can be turned by hand", async ({ open }) => {
  const user = await openWithStoppedClock(open);
  const first = shown();
  await user.hover(screen.getByText(WARNINGS[0] ?? ""));
  await pass(15_000);
  expect(shown()).toBe(first);
  await user.hover(screen.getByRole("heading", { level: 1 }));
  await pass(5000);
  expect(shown()).toMatch(WARNINGS[1] ?? "");

  await user.click(warnings().getByRole("button", { name: "Arrêter le défilement" }));
  await user.click(screen.getByRole("heading", { level: 1 }));
  await pass(15_000);
  expect(shown()).toMatch(WARNINGS[1] ?? "");
  await user.click(warnings().getByRole("button", { name: "Mise en garde suivante" }));
  expect(shown()).toMatch(WARNINGS[2] ?? "");
});

test("they stand still for who asked for less motion", async ({ open }) => {
  vi.stubGlobal("matchMedia", (query: string) =>
    matchMedia(query === "(prefers-reduced-motion: reduce)" ? "all" : query),
  );
  await openWithStoppedClock(open);
  await screen.findByRole("button", { name: "Reprendre le défilement" });
  await pass(15_000);
  expect(shown()).toMatch(WARNINGS[0] ?? "");
});
