/** A database for one test file: a clone of a template, dropped at the end. */
import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import {
  connectDatabase,
  type DatabaseTarget,
  type DatabaseUser,
  type Sql,
} from "#backend/core/database/database.ts";

export interface TestDatabase {
  name: string;
  target: DatabaseTarget;
  /** A pool that logs in as this user; closed with the database. */
  connect(user: DatabaseUser, max?: number): Sql;
  drop(): Promise<void>;
}

/** The connection that creates and drops the databases of all files of a worker; it ends with the worker. */
let superuser: Sql | undefined;

/**
 * `empty` has the shop's schema, `demo` also the demo shop's data; `none` is as a new server has it. Another test
 * database is copied as it is; nobody may be connected to it.
 */
export async function createTestDatabase(
  template: "empty" | "demo" | "none" | TestDatabase = "empty",
): Promise<TestDatabase> {
  const cluster = inject("cluster");
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  superuser ??= connectDatabase(
    { kind: "embedded", ...cluster, database: "postgres" },
    { user: "supabase_admin", max: 1, applicationName: "test", arrayTypes: false },
  );
  const admin = superuser;
  await admin.unsafe(`create database ${database} template ${getTemplateName(template)} strategy file_copy`);
  const target: DatabaseTarget = { kind: "embedded", ...cluster, database };
  const pools: Sql[] = [];
  return {
    name: database,
    target,
    connect: (user, max = 5) => {
      const sql = connectDatabase(target, { user, max, applicationName: "test" });
      pools.push(sql);
      return sql;
    },
    drop: async () => {
      await Promise.all(pools.map((sql) => sql.end({ timeout: 1 })));
      await admin.unsafe(`drop database ${database} with (force)`);
    },
  };
}

function getTemplateName(template: "empty" | "demo" | "none" | TestDatabase): string {
  if (typeof template === "object") return template.name;
  return template === "none" ? "template1" : `template_${template}`;
}
