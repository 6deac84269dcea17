/** Plans a function call: the routine and its arguments. */
import type { QualifiedName } from "#backend/core/database/sql-text.ts";
import type { ApiRequest } from "#backend/rest/api-request/api-request.ts";
import type { Routine, SchemaCache } from "#backend/rest/schema-cache/schema-cache.ts";
import { findRoutine } from "./find-routine.ts";
import type { CallPlan } from "./plan.ts";

/** Throws PGRST202 and 203. */
export function planCall(cache: SchemaCache, name: QualifiedName, request: ApiRequest): CallPlan {
  const { payload, query } = request;
  if (payload === null || payload.kind === "form") {
    const args = payload === null ? query.args : payload.args;
    const names = [...new Set(args.map(([arg]) => arg))];
    const body = payload === null ? null : "application/x-www-form-urlencoded";
    return planDirect(findRoutine(cache, name, names, body), args);
  }
  const keys = payload.kind === "json" ? payload.keys : [];
  const body = payload.mediaType;
  const routine = findRoutine(cache, name, keys, body);
  const [first] = routine.parameters;
  if (first === undefined) return { routine, arguments: { kind: "none" } };
  if (first.name === "" && routine.parameters.length === 1) {
    return { routine, arguments: { kind: "single", parameter: first } };
  }
  const parameters = routine.parameters.filter((parameter) => keys.includes(parameter.name));
  if (parameters.length === 0) return { routine, arguments: { kind: "none" } };
  const isArray = payload.kind === "json" && payload.isArray;
  return { routine, arguments: { kind: "json", parameters, isArray } };
}

/** A variadic parameter gets all values given for it, any other the last. */
function planDirect(routine: Routine, args: [name: string, value: string][]): CallPlan {
  const values = routine.parameters.flatMap((parameter) => {
    const provided = args.filter(([name]) => name === parameter.name).map(([, value]) => value);
    const last = provided.at(-1);
    if (last === undefined) return [];
    const asList = parameter.variadic && !(provided.length === 1 && /^[{[]/.test(last));
    return [{ parameter, value: asList ? provided : last }];
  });
  return { routine, arguments: values.length === 0 ? { kind: "none" } : { kind: "direct", values } };
}
