/** A function call as SQL. A scalar result is the column pgrst_scalar. */
import { quoteIdentifier, quoteQualified } from "#backend/core/database/sql-text.ts";
import type { CallPlan } from "#backend/rest/plan/plan.ts";
import { bodySql } from "./body.ts";
import { arrayLiteral, columnSql } from "./expressions.ts";
import type { Params } from "./params.ts";

/** `computed` are functions of the rows that the response needs beside their own columns. */
export function callSql({ routine, arguments: args }: CallPlan, computed: string[], params: Params): string {
  const name = quoteQualified(routine);
  const select = `SELECT ${["*", ...computed].map((column) => columnSql("pgrst_call", column)).join(", ")}`;
  const call = (list: string) =>
    routine.returns.kind === "composite"
      ? `${name}(${list}) AS pgrst_call`
      : `(SELECT ${name}(${list}) AS pgrst_scalar) AS pgrst_call`;
  switch (args.kind) {
    case "none":
      return `${select} FROM ${call("")}`;
    case "single":
      return `${select} FROM ${call(`${params.addBody()}::${args.parameter.type}`)}`;
    case "direct": {
      const list = args.values.map(({ parameter, value }) => {
        const text = params.add(typeof value === "string" ? value : arrayLiteral(value));
        return `${target(parameter)}${text}::${parameter.type}`;
      });
      return `${select} FROM ${call(list.join(", "))}`;
    }
    case "json": {
      const columns = args.parameters.map(({ name: column, type }) => ({
        name: column,
        type,
        default: null,
        representation: null,
      }));
      const body = bodySql(columns, args.isArray, params, { one: true, applyDefaults: false });
      const list = args.parameters.map(
        (parameter) => `${target(parameter)}pgrst_body.${quoteIdentifier(parameter.name)}`,
      );
      return `${select} FROM ${body}, LATERAL ${call(list.join(", "))}`;
    }
    default:
      return args satisfies never;
  }
}

function target({ name, variadic }: { name: string; variadic: boolean }): string {
  return `${variadic ? "VARIADIC " : ""}${quoteIdentifier(name)} := `;
}
