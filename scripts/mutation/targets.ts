/** The targets, the critical parts of the shop: which files are mutated, and which tests must notice it. */
import type { Sql } from "#backend/core/database.ts";
import {
  type CatalogMutant,
  listConstraintMutants,
  listGrantMutants,
  listLockMutants,
  listPolicyMutants,
} from "./catalog-mutants.ts";

interface Target {
  /** Patterns of files, relative to the repository. */
  files: readonly string[];
  /** The mutated functions of migrations. */
  functions?: readonly string[];
  project: "unit" | "api";
  /** Files or folders; the fastest first, because the first failure ends the run. */
  tests: readonly string[];
}

const ORDERS = ["supabase/migrations/*_orders.sql"];
const ORDER_TESTS = [
  "tests/database/orders.test.ts",
  "tests/database/order-status.test.ts",
  "tests/database/table-change-notifications.test.ts",
  "tests/database/concurrent-orders.test.ts",
  "tests/database/deadlocks.test.ts",
  "tests/api/orders/idempotency.test.ts",
  "tests/api/orders/tampering.test.ts",
];

export const targets: Readonly<Record<string, Target>> = {
  money: {
    files: ["app/lib/format/money.ts", "app/features/cart/{cart-items,reconcile-cart,reorder}.ts"],
    project: "unit",
    tests: ["app/lib/format/money.test.ts", "app/features/cart"],
  },
  tokens: {
    files: ["backend/core/{tokens,gateway}.ts", "backend/auth/{claims,jwks}.ts"],
    project: "api",
    tests: [
      "tests/api/auth/access-tokens.test.ts",
      "tests/api/auth/refresh.test.ts",
      "tests/api/gateway/gateway.test.ts",
    ],
  },
  orders: {
    files: ORDERS,
    functions: ["private.place_order", "private.get_existing_order"],
    project: "api",
    tests: ORDER_TESTS,
  },
  stock: {
    files: ORDERS,
    functions: [
      "private.raise_stock_error",
      "private.change_order_status",
      "private.set_order_status_timestamps",
    ],
    project: "api",
    tests: ORDER_TESTS,
  },
};

interface CatalogTarget {
  list(sql: Sql): Promise<CatalogMutant[]>;
  /** The fastest first. */
  tests: readonly string[];
}

/** The parts of access, whose mutants come from the catalogue. `access` stands for all of them. */
export const accessTargets: Readonly<Record<string, CatalogTarget>> = {
  policies: {
    list: listPolicyMutants,
    tests: [
      "tests/database/policy-rules.test.ts",
      "tests/database/row-level-security.test.ts",
      "tests/database/rights.test.ts",
      "tests/database/roles.test.ts",
      "tests/database/profiles-and-admins.test.ts",
      "tests/database/anon-messages.test.ts",
      "tests/database/attributes.test.ts",
      "tests/database/category-tree.test.ts",
      "tests/database/prices.test.ts",
      "tests/database/reviews.test.ts",
      "tests/database/search-text.test.ts",
      "tests/database/technicians.test.ts",
    ],
  },
  grants: {
    list: listGrantMutants,
    tests: ["tests/database/privileges.test.ts", "tests/database/rights.test.ts"],
  },
  constraints: {
    list: listConstraintMutants,
    tests: [
      "tests/database/constraints.test.ts",
      "tests/database/schema-rules.test.ts",
      "tests/database/products.test.ts",
      "tests/database/orders.test.ts",
      "tests/database/reviews.test.ts",
      "tests/database/technicians.test.ts",
    ],
  },
  locks: { list: listLockMutants, tests: ["tests/database/locks.test.ts"] },
};
