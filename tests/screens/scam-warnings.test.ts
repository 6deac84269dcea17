/**
 * The rotating warnings above the cart: one every five seconds, paused under the pointer and with reduced
 * motion.
 */
import { vi } from "vitest";
import { expect, type Fixtures, screen, test, within } from "#tests/support/screens/screen.ts";

const WARNINGS = [
  /Ne payez jamais en dehors de nos moyens de paiement officiels/,
  /Vérifiez l'authenticité du site/,
  /Ne donnez jamais d'informations personnelles.* par téléphone/,
];

const nextTask = globalThis.setTimeout;
const matchMedia = window.matchMedia;

const warnings = () => within(screen.getByRole("region", { name: "Mises en garde contre les arnaques" }));

/** The visible warning. */
function getShownWarning(): string {
  const [first, ...others] = warnings()
    .getAllByText(/./, { selector: "p" })
    .filter((paragraph) => getComputedStyle(paragraph).visibility !== "hidden");
  expect(others).toEqual([]);
  return first?.textContent ?? "";
}

/** Opens the empty cart with a stopped clock; the document holds the one CSS rule that hides a warning. */
async function openWithPausedClock(open: Fixtures["open"]) {
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

async function advanceClock(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let task = 0; task < 3; task += 1) await new Promise((resolve) => nextTask(resolve, 0));
}

test.afterEach(() => {
  vi.useRealTimers();
  vi.stubGlobal("matchMedia", matchMedia);
});

test("three warnings, a new one every five seconds", async ({ open }) => {
  await openWithPausedClock(open);
  for (const warning of [...WARNINGS, ...WARNINGS]) {
    expect(getShownWarning()).toMatch(warning);
    await advanceClock(4900);
    expect(getShownWarning()).toMatch(warning);
    await advanceClock(100);
  }
});

test("they pause under the pointer or by the button, and can be turned by hand", async ({ open }) => {
  const user = await openWithPausedClock(open);
  const first = getShownWarning();
  await user.hover(screen.getByText(WARNINGS[0] ?? ""));
  await advanceClock(15_000);
  expect(getShownWarning()).toBe(first);
  await user.hover(screen.getByRole("heading", { level: 1 }));
  await advanceClock(5000);
  expect(getShownWarning()).toMatch(WARNINGS[1] ?? "");

  await user.click(warnings().getByRole("button", { name: "Arrêter le défilement" }));
  await user.click(screen.getByRole("heading", { level: 1 }));
  await advanceClock(15_000);
  expect(getShownWarning()).toMatch(WARNINGS[1] ?? "");
  await user.click(warnings().getByRole("button", { name: "Mise en garde suivante" }));
  expect(getShownWarning()).toMatch(WARNINGS[2] ?? "");
});

test("they do not rotate with reduced motion", async ({ open }) => {
  vi.stubGlobal("matchMedia", (query: string) =>
    matchMedia(query === "(prefers-reduced-motion: reduce)" ? "all" : query),
  );
  await openWithPausedClock(open);
  await screen.findByRole("button", { name: "Reprendre le défilement" });
  await advanceClock(15_000);
  expect(getShownWarning()).toMatch(WARNINGS[0] ?? "");
});
