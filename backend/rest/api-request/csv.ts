/** Parses text/csv with a header row into objects; the bare word NULL stands for null. */

/** Null when a row has another number of fields than the header. */
export function csvToObjects(text: string): Record<string, string | null>[] | null {
  const [header, ...rows] = parseCsvRows(text);
  if (header === undefined) return [];
  const objects: Record<string, string | null>[] = [];
  for (const row of rows) {
    if (row.length !== header.length) return null;
    objects.push(
      Object.fromEntries(header.map((name, i) => [name, row[i] === "NULL" ? null : (row[i] ?? "")])),
    );
  }
  return objects;
}

const FIELD = /(?:"(?<quoted>(?:[^"]|"")*)"|(?<plain>[^",\r\n]*))(?<end>,|\r?\n|$)/y;

function parseCsvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  FIELD.lastIndex = 0;
  while (FIELD.lastIndex < text.length) {
    const found = FIELD.exec(text);
    if (found === null) return [["", ""], [""]];
    const { quoted, plain, end } = found.groups ?? {};
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end !== ",") {
      rows.push(row);
      row = [];
    }
  }
  if (row.length > 0) rows.push([...row, ""]);
  return rows;
}
