/** What supabase/config.toml says about functions: of its sections, the only ones that this process reads. */
import { readFile } from "node:fs/promises";

/** The names of the functions that may be called without a token: `verify_jwt = false` in `[functions.<name>]`. */
export async function readOpenFunctions(configFile: string): Promise<Set<string>> {
  const open = new Set<string>();
  let section = "";
  for (const line of (await readFile(configFile, "utf8")).split("\n")) {
    section = /^\s*\[([^\]]+)\]/.exec(line)?.[1]?.trim() ?? section;
    const name = /^functions\.([a-z0-9-]+)$/.exec(section)?.[1];
    if (name && /^\s*verify_jwt\s*=\s*false\b/.test(line)) open.add(name);
  }
  return open;
}
