/** What becomes of a request before it meets the database. */
import type { ApiRequest } from "./api-request/api-request.ts";
import type { Plan } from "./plan/plan.ts";
import type { Statement } from "./query/params.ts";

export type PreparedRequest =
  | {
      kind: "transaction";
      request: ApiRequest;
      plan: Plan;
      main: Statement;
      plannedCount: Statement | null;
    }
  /** An OpenAPI description, created from the result of the statement. */
  | { kind: "inspect"; request: ApiRequest; main: Statement; headersOnly: boolean }
  | { kind: "info"; allow: string };

export function isReadOnly(prepared: Exclude<PreparedRequest, { kind: "info" }>): boolean {
  const plan = prepared.kind === "transaction" ? prepared.plan : null;
  return plan === null || plan.kind === "read" || (plan.kind === "call" && plan.readOnly);
}
