/** What supabase/config.toml says about functions: of its sections, the only ones that this process reads. */
import { readFile } from "node:fs/promises";

export interface FunctionRules {
  /** Those that may be called without a token: `verify_jwt = false` in `[functions.<name>]`. */
  open: Set<string>;
  /** Those that are not served: `enabled = false`. */
  off: Set<string>;
}

export async function readFunctionRules(configFile: string): Promise<FunctionRules> {
  const rules: FunctionRules = { open: new Set(), off: new Set() };
  let section = "";
  for (const line of (await readFile(configFile, "utf8")).split("\n")) {
    section = /^\s*\[([^\]]+)\]/.exec(line)?.[1]?.trim() ?? section;
    const name = /^functions\."?([A-Za-z0-9_-]+)"?$/.exec(section)?.[1];
    if (name === undefined) continue;
    if (/^\s*verify_jwt\s*=\s*false\b/.test(line)) rules.open.add(name);
    if (/^\s*enabled\s*=\s*false\b/.test(line)) rules.off.add(name);
  }
  return rules;
}
