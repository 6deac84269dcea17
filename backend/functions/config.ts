/** Reads the functions' sections of supabase/config.toml, the only ones that this process uses. */
import { readFile } from "node:fs/promises";

export interface FunctionsConfig {
  /** The functions that may be called without a token: `verify_jwt = false` in `[functions.<name>]`. */
  publicFunctions: Set<string>;
  /** The functions that are not served: `enabled = false`. */
  disabledFunctions: Set<string>;
}

export async function readFunctionsConfig(configFile: string): Promise<FunctionsConfig> {
  const config: FunctionsConfig = { publicFunctions: new Set(), disabledFunctions: new Set() };
  let section = "";
  for (const line of (await readFile(configFile, "utf8")).split("\n")) {
    section = /^\s*\[(?<section>[^\]]+)\]/.exec(line)?.groups?.section?.trim() ?? section;
    const name = /^functions\."?(?<name>[A-Za-z0-9_-]+)"?$/.exec(section)?.groups?.name;
    if (name === undefined) continue;
    if (/^\s*verify_jwt\s*=\s*false\b/.test(line)) config.publicFunctions.add(name);
    if (/^\s*enabled\s*=\s*false\b/.test(line)) config.disabledFunctions.add(name);
  }
  return config;
}
