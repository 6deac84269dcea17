/** The cell «Variante» of a product CSV: the choices of a variant. */

/** «Diamètre» and «20 mm». */
export type OptionChoice = readonly [option: string, choice: string];

/** «Diamètre: 20 mm», one per line. */
export function formatVariantCell(choices: readonly OptionChoice[]): string {
  return choices.map(([option, choice]) => `${option}: ${choice}`).join("\n");
}

/** Lines or texts separated by semicolons. A text that names no option is passed on, so that it is reported. */
export function parseVariantCell(cell: string): string | [string, string][] {
  const choices: [string, string][] = [];
  for (const text of cell.split(/[\r\n;]+/)) {
    if (text.trim() === "") continue;
    const [, option, choice] = /^([^:=]+)[:=](.*)$/.exec(text) ?? [];
    if (option === undefined || choice === undefined || choice.trim() === "") return cell;
    choices.push([option.trim(), choice.trim()]);
  }
  return choices.length === 0 ? "" : choices;
}
