/** A function call as SQL. A scalar result is the column pgrst_scalar. */
import { quoteIdentifier, quoteQualified } from "../../core/sql-text.ts";
import type { CallPlan } from "../plan/plan.ts";
import { bodySql } from "./body.ts";
import { arrayLiteral } from "./expressions.ts";
import type { Params } from "./params.ts";

export function callSql({ routine, arguments: args }: CallPlan, params: Params): string {
  const name = quoteQualified(routine);
  const call = (list: string) =>
    routine.returns.kind === "composite"
      ? `${name}(${list}) AS pgrst_call`
      : `(SELECT ${name}(${list}) AS pgrst_scalar) AS pgrst_call`;
  switch (args.kind) {
    case "none":
      return `SELECT pgrst_call.* FROM ${call("")}`;
    case "single":
      return `SELECT pgrst_call.* FROM ${call(`${params.add(args.text)}::${args.parameter.type}`)}`;
    case "direct": {
      const list = args.values.map(({ parameter, value }) => {
        const text = params.add(typeof value === "string" ? value : arrayLiteral(value));
        return `${target(parameter)}${text}::${parameter.type}`;
      });
      return `SELECT pgrst_call.* FROM ${call(list.join(", "))}`;
    }
    case "json": {
      const columns = args.parameters.map(({ name: column, type }) => ({
        name: column,
        type,
        default: null,
      }));
      const body = bodySql(columns, args, params, { one: true, applyDefaults: false });
      const list = args.parameters.map(
        (parameter) => `${target(parameter)}pgrst_body.${quoteIdentifier(parameter.name)}`,
      );
      return `SELECT pgrst_call.* FROM ${body}, LATERAL ${call(list.join(", "))}`;
    }
    default:
      return args satisfies never;
  }
}

function target({ name, variadic }: { name: string; variadic: boolean }): string {
  return `${variadic ? "VARIADIC " : ""}${quoteIdentifier(name)} := `;
}
