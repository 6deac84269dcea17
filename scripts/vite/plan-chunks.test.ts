import { expect, test } from "vitest";
import { planChunks, REQUEST_COST, type SharedModule } from "./plan-chunks.ts";

const SMALL = 100;

function module(id: string, users: string, more: Partial<SharedModule> = {}): SharedModule {
  const shared = {
    id,
    users: new Set(users.split(" ")),
    size: SMALL,
    imports: [],
    area: "shared",
    chunk: null,
  };
  return { ...shared, ...more };
}

/** The chunks as text, such as "a+b". */
function planned(modules: readonly SharedModule[], weightOf: (user: string) => number = () => 1): string[] {
  const chunks = planChunks(modules, weightOf);
  return chunks
    .map((chunk) =>
      chunk
        .map(({ id }) => id)
        .sort()
        .join("+"),
    )
    .sort();
}

test("modules of the same users are one chunk, of any size", () => {
  const size = 10 * REQUEST_COST;
  expect(planned([module("a", "login account", { size }), module("b", "account login", { size })])).toEqual([
    "a+b",
  ]);
});

test("a small module is merged when that saves more than it adds", () => {
  const b = module("b", "login account checkout");
  expect(planned([module("a", "login account"), b])).toEqual(["a+b"]);
  expect(planned([module("a", "login account", { size: 3 * REQUEST_COST }), b])).toEqual(["a", "b"]);
  expect(planned([module("a", "login account"), module("b", "cart technician")])).toEqual(["a", "b"]);
});

test("the dependencies of a chunk count as added bytes", () => {
  const b = module("b", "login account checkout");
  const large = module("large", "login account", { size: 5 * REQUEST_COST, chunk: "parts" });
  expect(planned([module("a", "login account", { imports: ["large"] }), b, large])).toEqual([
    "a",
    "b",
    "large",
  ]);
});

test("a user with a low weight has little influence", () => {
  const a = module("a", "login account", { size: 3 * REQUEST_COST });
  const b = module("b", "login account users");
  expect(planned([a, b], (user) => (user === "users" ? 0.1 : 1))).toEqual(["a+b"]);
});

test("areas and fixed chunks stay apart", () => {
  expect(planned([module("a", "orders"), module("b", "orders account", { area: "admin" })])).toEqual([
    "a",
    "b",
  ]);
  const fixed = [module("a", "home cart", { chunk: "shop" }), module("b", "account", { chunk: "shop" })];
  expect(planned([...fixed, module("c", "home cart")])).toEqual(["a+b", "c"]);
});

test("two chunks never depend on each other", () => {
  const a = module("a", "login account", { imports: ["c"] });
  const b = module("b", "login account checkout");
  const c = module("c", "login account", { imports: ["b"], chunk: "fixed" });
  expect(planned([a, b, c])).toEqual(["a", "b", "c"]);
});
