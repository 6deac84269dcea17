/** The targets, the critical parts of the shop: which files are mutated, and which tests must notice it. */
import { isDeepStrictEqual } from "node:util";
import type { Sql } from "#backend/core/database/database.ts";
import { readConstraintNames, VIOLATIONS } from "#tests/database/constraint-violations.ts";
import { FOREIGN_KEYS, readForeignKeys } from "#tests/database/expected-foreign-keys.ts";
import { LOCKS, readLocks } from "#tests/database/expected-locks.ts";
import {
  FUNCTIONS,
  RELATIONS,
  readFunctionPrivileges,
  readRelationPrivileges,
} from "#tests/database/expected-privileges.ts";
import {
  type CatalogMutant,
  listConstraintMutants,
  listGrantMutants,
  listLockMutants,
  listPolicyMutants,
} from "./catalog-mutants.ts";
import { listFunctionMutants } from "./sql-mutants.ts";

interface SourceTarget {
  /** Patterns of files, relative to the repository. */
  files: readonly string[];
  /** Files or folders with unit or API tests; the fastest first, because the first failure ends the run. */
  tests: readonly string[];
}

/** Mutated in their files. */
export const sourceTargets: Readonly<Record<string, SourceTarget>> = {
  money: {
    files: ["app/lib/format/money.ts", "app/features/cart/{cart-items,reconcile-cart,reorder}.ts"],
    tests: ["app/lib/format/money.test.ts", "app/features/cart"],
  },
  tokens: {
    files: ["backend/core/gateway/{tokens,gateway}.ts", "backend/auth/{sessions/claims,endpoints/jwks}.ts"],
    tests: [
      "backend/core/gateway",
      "tests/api/auth/access-tokens.test.ts",
      "tests/api/auth/refresh.test.ts",
      "tests/api/gateway/gateway.test.ts",
      "tests/api/abuse/foreign-forms.test.ts",
    ],
  },
};

interface DatabaseTarget {
  list(sql: Sql): Promise<CatalogMutant[]>;
  /**
   * Whether a database differs from the lists of its tests. Takes milliseconds, where the tests take seconds, which run
   * only if it does not.
   */
  isListedOtherwise?(sql: Sql): Promise<boolean>;
  /** The fastest first. */
  tests: readonly string[];
}

const ORDER_TESTS = [
  "tests/database/orders.test.ts",
  "tests/database/order-status.test.ts",
  "tests/database/order-events.test.ts",
  "tests/database/rights.test.ts",
  "tests/database/staff-orders.test.ts",
  "tests/database/order-prices.test.ts",
  "tests/database/delivery.test.ts",
  "tests/database/variants.test.ts",
  "tests/database/cash.test.ts",
  "tests/database/returns.test.ts",
  "tests/database/page-change-notifications.test.ts",
  "tests/database/concurrent-orders.test.ts",
  "tests/database/deadlocks.test.ts",
  "tests/api/orders/idempotency.test.ts",
  "tests/api/orders/tampering.test.ts",
  "tests/api/mail/order-letters.test.ts",
  "tests/api/abuse/letters.test.ts",
];

/** What `access` stands for. */
export const ACCESS = ["policies", "grants", "constraints", "locks"];

/** Mutated in a database that has all migrations. */
export const databaseTargets: Readonly<Record<string, DatabaseTarget>> = {
  orders: {
    list: (sql) => listFunctionMutants(sql, ["private.place_order", "private.get_existing_order"]),
    tests: ORDER_TESTS,
  },
  stock: {
    list: (sql) =>
      listFunctionMutants(sql, [
        "private.raise_stock_error",
        "private.change_order_status",
        "private.set_order_status_timestamps",
      ]),
    tests: ORDER_TESTS,
  },
  policies: {
    list: listPolicyMutants,
    tests: [
      "tests/database/policy-rules.test.ts",
      "tests/database/schema-rules.test.ts",
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
      "tests/database/runs.test.ts",
      "tests/database/returns.test.ts",
      "tests/database/orders.test.ts",
      "tests/api/shop/search.test.ts",
    ],
  },
  grants: {
    list: listGrantMutants,
    isListedOtherwise: async (sql) =>
      !isDeepStrictEqual(await readRelationPrivileges(sql), RELATIONS) ||
      !isDeepStrictEqual(await readFunctionPrivileges(sql), FUNCTIONS),
    tests: ["tests/database/privileges.test.ts", "tests/database/rights.test.ts"],
  },
  constraints: {
    list: listConstraintMutants,
    isListedOtherwise: async (sql) =>
      !isDeepStrictEqual(await readConstraintNames(sql), new Set(Object.keys(VIOLATIONS))) ||
      !isDeepStrictEqual(await readForeignKeys(sql), FOREIGN_KEYS),
    tests: [
      "tests/database/constraints.test.ts",
      "tests/database/schema-rules.test.ts",
      "tests/database/products.test.ts",
      "tests/database/orders.test.ts",
      "tests/database/reviews.test.ts",
      "tests/database/technicians.test.ts",
    ],
  },
  locks: {
    list: listLockMutants,
    isListedOtherwise: async (sql) => !isDeepStrictEqual(await readLocks(sql), LOCKS),
    tests: ["tests/database/locks.test.ts"],
  },
};
