/** The database connections of the jobs. */
import { connectDatabase, type DatabaseTarget, type Sql } from "#backend/core/database/database.ts";

/** Longer than the longest statement of a job, which counts a month of orders. */
const RESPONSE_TIMEOUT_MS = 60_000;

/** Nobody waits for a job, but one that waits for a lost database would wait forever. The caller closes it. */
export function connectJob(target: DatabaseTarget, applicationName: string, max = 1): Sql {
  return connectDatabase(target, {
    user: "postgres",
    max,
    applicationName,
    arrayTypes: false,
    responseTimeoutMs: RESPONSE_TIMEOUT_MS,
    reportsStatements: true,
  });
}
