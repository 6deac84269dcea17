/** A search that is typed above a list, when something is pressed before the pause in typing is over. */
import { vi } from "vitest";
import { expectAddress } from "./support/admin-frame.ts";
import { listRows } from "./support/admin-lists.ts";
import { expect, fill, screen, test, waitFor, within } from "./support/screen.ts";

/** After which a search is taken over, ms (components/office/filter-bar.tsx). */
const PAUSE = 300;

/** Lets the pause in typing last until a test says that it is over. */
function watchPause() {
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  const waiting = new Map<unknown, () => void>();
  vi.spyOn(globalThis, "setTimeout").mockImplementation((...args) => {
    const [handler, ms] = args;
    const timer = start(...args);
    if (ms !== PAUSE) return timer;
    stop(timer);
    waiting.set(timer, () => handler());
    return timer;
  });
  vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    waiting.delete(timer);
    stop(timer);
  });
  return {
    end(): void {
      if (waiting.size === 0) throw new Error("Nothing was typed.");
      vi.restoreAllMocks();
      for (const take of waiting.values()) take();
    },
  };
}

test("whoever opens a row right after typing is not called back by the search", async ({
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
    listRows()
      .find((row) => row.textContent.includes("pressee"))
      ?.querySelector("a");
  await waitFor(() => expect(link()).toBeDefined());
  const opened = link();
  if (!opened) throw new Error("no link");
  const pause = watchPause();
  const release = shop.network.hold(/\/rest\/v1\/quotes\?.*id=eq/);
  await fill(user, search, "pressee");
  await user.click(opened);
  await waitFor(() => expect(document.querySelector(".progress")).not.toBeNull());
  expect(router.state.navigation.location?.pathname).toBe(address);
  pause.end();
  expect(router.state.navigation.location?.pathname).toBe(address);
  release();
  await expectAddress(router, address);
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
  const pause = watchPause();
  const release = shop.network.hold(/\/rest\/v1\/products\?/);
  await fill(user, search, "perceuse");
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
