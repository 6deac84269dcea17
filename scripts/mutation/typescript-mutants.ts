/**
 * The mutants of a TypeScript file: other operators, negated conditions, flipped booleans, removed statements and
 * return values. swc parses it, because the native TypeScript compiler has no parser for JavaScript programs.
 */
import { parseSync } from "@swc/core";
import { z } from "zod";
import type { Mutant } from "./mutant.ts";

const OPERATORS: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "&&": "||",
  "||": "&&",
  "??": "&&",
};

/** What is not there when the program runs. */
const TYPES = ["TsTypeAliasDeclaration", "TsInterfaceDeclaration", "TsTypeAnnotation"];

const nodeSchema = z.looseObject({
  type: z.string(),
  span: z.object({ start: z.number(), end: z.number() }),
});
const rangeSchema = z.looseObject({ span: nodeSchema.shape.span });
type Span = z.infer<typeof nodeSchema>["span"];

/** In the order of the file. */
export function createTypescriptMutants(file: string, text: string): Mutant[] {
  // swc counts bytes from 1, from the first token on: an empty statement makes that the start of the file.
  const bytes = Buffer.from(text);
  const toOffset = (position: number) => bytes.subarray(0, position - 2).toString().length;
  const mutants: Mutant[] = [];

  function replace({ start, end }: Span, replacement: string): void {
    mutants.push({ file, start: toOffset(start), end: toOffset(end), replacement });
  }
  function getText({ start, end }: Span): string {
    return text.slice(toOffset(start), toOffset(end));
  }

  function mutate(node: z.infer<typeof nodeSchema>): void {
    if (node.type === "BinaryExpression") {
      const parts = z.object({ operator: z.string(), left: rangeSchema, right: rangeSchema }).parse(node);
      const other = OPERATORS[parts.operator];
      if (other) {
        const between = { start: parts.left.span.end, end: parts.right.span.start };
        replace(between, getText(between).replace(parts.operator, other));
      }
    } else if (node.type === "BooleanLiteral") {
      replace(node.span, getText(node.span) === "true" ? "false" : "true");
    } else if (node.type === "IfStatement" || node.type === "ConditionalExpression") {
      const { test } = z.object({ test: rangeSchema }).parse(node);
      replace(test.span, `!(${getText(test.span)})`);
    } else if (node.type === "ReturnStatement" && node.argument) {
      replace(node.span, "return undefined;");
    } else if (node.type === "ExpressionStatement" || node.type === "ThrowStatement") {
      replace(node.span, ";");
    }
  }

  function visit(value: unknown): void {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === "object" && value !== null) {
      const node = nodeSchema.safeParse(value);
      if (node.success && TYPES.includes(node.data.type)) return;
      if (node.success) mutate(node.data);
      Object.values(value).forEach(visit);
    }
  }

  visit(parseSync(`;${text}`, { syntax: "typescript", target: "esnext" }).body);
  return mutants.sort((one, other) => one.start - other.start || one.end - other.end);
}
