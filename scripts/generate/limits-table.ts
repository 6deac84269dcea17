/**
 * Renders the table of limits in docs/security.md: those of the database, which the migrations insert, and those of
 * the processes, which insert themselves at the start of a shop.
 */
import { splitDuration } from "#app/lib/format/durations.ts";
import type { Sql } from "#backend/core/database/database.ts";
import { Limits } from "#backend/core/limits/limits.ts";
import type { Limit } from "#backend/core/limits/process-limits.ts";

const TABLE = /(?<=<!-- limits: [^\n]*-->\n)[\s\S]*(?=<!-- \/limits -->)/;
const UNITS = { days: "d", hours: "h", minutes: "min", seconds: "s" };

/** `text` is the document, which has the markers of the table; returned with the present limits between them. */
export async function renderLimits(text: string, sql: Sql): Promise<string> {
  if (!TABLE.test(text)) throw new Error("the document has no place for the limits");
  const ofProcesses = new Limits().all.map((limit) => ({ ...limit }));
  const rows = await sql<(Omit<Limit, "scope"> & { group: string; scope: string })[]>`
    select private.get_limit_group(name) as group, name, audience, scope, maximum, period as "periodSeconds", label
    from (
      select name, audience, scope, maximum::float8, period_seconds as period, label from public.limits
      union
      select name, audience, scope, maximum, "periodSeconds", label
      from jsonb_to_recordset(${sql.json(ofProcesses)})
        l (name text, audience text, scope text, maximum float8, "periodSeconds" integer, label text)
    ) l
    order by private.get_limit_group(name) collate "C", name collate "C", audience collate "C", scope collate "C"`;
  const lines = rows.map(({ group, name, audience, scope, maximum, periodSeconds, label }) =>
    toRow([group, `\`${name}\``, audience, scope, formatAllowance(maximum, periodSeconds), label]),
  );
  const head = [
    toRow(["group", "limit", "for", "per", "allowed", "«Limites»"]),
    toRow(Array.from({ length: 6 }, () => "---")),
  ];
  return text.replace(TABLE, () => [...head, ...lines, ""].join("\n"));
}

function toRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

/** «30 in 5 min» */
function formatAllowance(maximum: number | null, periodSeconds: number | null): string {
  if (maximum === null) return "no limit";
  const number = maximum.toLocaleString("en");
  if (periodSeconds === null) return number;
  const { count, unit } = splitDuration(periodSeconds);
  return `${number} in ${count} ${UNITS[unit]}`;
}
