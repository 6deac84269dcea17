/**
 * Tests the mutants of the catalogue. A check of the catalogue runs in a transaction with the mutant's statement. For the
 * tests the statement changes the template databases that each test file clones, the tests run in this process' Vitest,
 * and the templates are made as they were, by a statement or by a copy. The cluster starts once and the files of a run
 * share a worker, so that a mutant takes as long as its tests.
 */
import {
  createVitest,
  type TestProject,
  type TestSequencer,
  type TestSpecification,
  type Vitest,
} from "vitest/node";
import { connectDatabase, type Sql } from "#backend/core/database/database.ts";
import type { CatalogMutant } from "./catalog-mutants.ts";

interface CatalogRunner {
  /** The mutants of a database that has all migrations. */
  list(listMutants: (sql: Sql) => Promise<CatalogMutant[]>): Promise<CatalogMutant[]>;
  /** The first failure of the tests; null when they pass. */
  findFailure(tests: readonly string[]): Promise<string | null>;
  /** The result of a check of the database with the mutant. Throws when the database does not take its statement. */
  check(mutant: CatalogMutant, isNoticed: (sql: Sql) => Promise<boolean>): Promise<boolean>;
  /** As findFailure, with the mutant. Throws when the database does not take its statement. */
  test(mutant: CatalogMutant, tests: readonly string[]): Promise<string | null>;
  close(): Promise<void>;
}

const TEMPLATES = ["template_empty", "template_demo"];

/** A function that loops without end is noticed after this time, and not after that of a test. */
const MAX_STATEMENT = "60s";

/** The files run in the order in which they are given, the fastest first; Vitest would begin with the longest. */
class GivenOrder implements TestSequencer {
  sort(files: TestSpecification[]): TestSpecification[] {
    return files;
  }

  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
}

export async function createCatalogRunner(): Promise<CatalogRunner> {
  const vitest = await createVitest({
    project: ["api"],
    watch: false,
    bail: 1,
    fileParallelism: false,
    reporters: [{}],
    sequence: { sequencer: GivenOrder },
  });
  // Any test starts the cluster.
  await run(vitest, ["tests/database/roles.test.ts"]);
  const { cluster } = getApiProject(vitest).getProvidedContext();
  const connect = (database: string) =>
    connectDatabase(
      { kind: "embedded", ...cluster, database },
      { user: "supabase_admin", max: 1, applicationName: "mutation" },
    );
  const server = connect("postgres");
  const copy = async (from: string, to: string) => {
    await server.unsafe(`drop database if exists ${to} with (force)`);
    await server.unsafe(`create database ${to} template ${from} strategy file_copy`);
  };
  await server.unsafe(`alter system set statement_timeout = '${MAX_STATEMENT}'`);
  await server.unsafe("select pg_reload_conf()");
  for (const template of TEMPLATES) await copy(template, `pristine_${template}`);
  await copy("template_empty", "mutation_checks");
  const checked = connect("mutation_checks");
  async function apply(statement: string): Promise<void> {
    for (const template of TEMPLATES) {
      const target = connect(template);
      try {
        await target.unsafe(statement);
      } finally {
        await target.end();
      }
    }
  }

  return {
    async list(listMutants) {
      const sql = connect("template_empty");
      try {
        return await listMutants(sql);
      } finally {
        // A database that somebody is connected to cannot be copied.
        await sql.end();
      }
    },
    findFailure: (tests) => run(vitest, tests),
    async check(mutant, isNoticed) {
      await checked.unsafe("begin");
      try {
        await checked.unsafe(mutant.sql);
        return await isNoticed(checked);
      } finally {
        await checked.unsafe("rollback");
      }
    },
    async test({ sql: statement, undo, focus }, tests) {
      try {
        await apply(statement);
        const first = focus === null ? null : await run(vitest, tests, focus);
        return first ?? (await run(vitest, tests));
      } finally {
        if (undo !== undefined) await apply(undo);
        else for (const template of TEMPLATES) await copy(`pristine_${template}`, template);
      }
    },
    async close() {
      await checked.end();
      await server.end();
      await vitest.close();
    },
  };
}

function getApiProject(vitest: Vitest): TestProject {
  const project = vitest.projects.find(({ name }) => name === "api");
  if (!project) throw new Error("vitest.config.ts has no project «api»");
  return project;
}

/** The first failure of the tests; with `focus` only of those whose title has this word. */
async function run(vitest: Vitest, tests: readonly string[], focus?: string): Promise<string | null> {
  if (focus) vitest.setGlobalTestNamePattern(new RegExp(`\\b${focus}\\b`));
  else vitest.resetGlobalTestNamePattern();
  // A test that failed with an earlier mutant would count for `bail`, and end this run before it begins.
  vitest.state.filesMap.clear();
  const specifications: TestSpecification[] = [];
  for (const file of tests) specifications.push(...(await vitest.globTestSpecifications([file])));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const failed = testModules.find((module) => !module.ok());
  const test = failed && [...failed.children.allTests("failed")][0];
  const error = test?.result().errors?.[0] ?? failed?.errors()[0] ?? unhandledErrors[0];
  if (!failed && !error) return null;
  return `${failed?.relativeModuleId ?? ""}: ${test?.name ?? ""}: ${describe(error)}`;
}

function describe(error: unknown): string {
  const message: unknown = typeof error === "object" && error !== null && Reflect.get(error, "message");
  return String(message || error).split("\n")[0] ?? "";
}
