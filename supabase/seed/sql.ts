/** Renders rows as SQL text. All values are quoted here. */

/** An array becomes text[], an object jsonb. */
export type Value =
  | string
  | number
  | boolean
  | null
  | readonly string[]
  | { readonly [key: string]: unknown };

export type Row = Readonly<Record<string, Value>>;

/** One insert of all rows, with the columns of the first. Throws when another row's columns differ. */
export function insertStatement(table: string, rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => {
    if (Object.keys(row).join() !== columns.join()) throw new Error(`${table}: rows of different columns`);
    return `  (${Object.values(row).map(literal).join(", ")})`;
  });
  return `insert into ${table} (${columns.join(", ")}) values\n${lines.join(",\n")};\n`;
}

export function literal(value: Value): string {
  if (value === null) return "null";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  if (isList(value)) return `array[${value.map(literal).join(", ")}]`;
  return literal(JSON.stringify(value));
}

function isList(value: Value): value is readonly string[] {
  return Array.isArray(value);
}
