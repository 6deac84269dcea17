/** The debounced search above a list, when a row or a column head is clicked before the debounce ends. */
import { vi } from "vitest";
import { expectUrl } from "#tests/support/screens/admin-layout.ts";
import { queryRows } from "#tests/support/screens/admin-lists.ts";
import { expect, fillField, screen, test, waitFor, within } from "#tests/support/screens/screen.ts";

/** The debounce of the search, ms (components/admin/filter-bar.tsx). */
const DEBOUNCE_MS = 300;

/** Replaces the debounce timers: they fire when the returned function is called. */
function spyOnDebounce() {
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  const pendingTimers = new Map<unknown, () => void>();
  vi.spyOn(globalThis, "setTimeout").mockImplementation((...args) => {
    const [handler, ms] = args;
    const timer = start(...args);
    if (ms !== DEBOUNCE_MS) return timer;
    stop(timer);
    pendingTimers.set(timer, () => handler());
    return timer;
  });
  vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    pendingTimers.delete(timer);
    stop(timer);
  });
  return {
    end(): void {
      if (pendingTimers.size === 0) throw new Error("Nothing was typed.");
      vi.restoreAllMocks();
      for (const fire of pendingTimers.values()) fire();
    },
  };
}

test("a row that is opened right after typing stays open when the search is applied", async ({
  open,
  shop,
  administrator,
}) => {
  const [quote] = await shop.sql<{ id: string }[]>`
    insert into quotes (kind, file_path, file_name) values ('file', 'pressee', 'pressee.pdf') returning id`;
  const address = `/admin/quotes/${quote?.id}`;
  const { user, router } = await open("/admin/quotes", { as: await administrator() });
  const search = await screen.findByRole("searchbox", { name: "Rechercher une cotation" });
  const link = () =>
    queryRows()
      .find((row) => row.textContent.includes("pressee"))
      ?.querySelector("a");
  await waitFor(() => expect(link()).toBeDefined());
  const opened = link();
  if (!opened) throw new Error("no link");
  const pause = spyOnDebounce();
  const release = shop.network.hold(/\/rest\/v1\/quotes\?.*id=eq/);
  await fillField(user, search, "pressee");
  await user.click(opened);
  await waitFor(() => expect(document.querySelector(".progress")).not.toBeNull());
  expect(router.state.navigation.location?.pathname).toBe(address);
  pause.end();
  expect(router.state.navigation.location?.pathname).toBe(address);
  release();
  await expectUrl(router, address);
  await screen.findByLabelText(/^Note/);
});

test("a list that is sorted right after typing is sorted and searched", async ({
  open,
  shop,
  administrator,
}) => {
  const { user, router } = await open("/admin/products", { as: await administrator() });
  const search = await screen.findByRole("searchbox", { name: "Rechercher un produit" });
  const head = within(await screen.findByRole("columnheader", { name: "Prix" })).getByRole("link");
  const pause = spyOnDebounce();
  const release = shop.network.hold(/\/rest\/v1\/products\?/);
  await fillField(user, search, "perceuse");
  await user.click(head);
  await waitFor(() => expect(document.querySelector(".progress")).not.toBeNull());
  expect(router.state.navigation.location?.search).toBe("?sort=price");
  pause.end();
  release();
  await waitFor(() => {
    const params = new URLSearchParams(router.state.location.search);
    expect(Object.fromEntries(params)).toEqual({ sort: "price", search: "perceuse" });
  });
});
