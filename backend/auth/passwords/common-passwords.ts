/**
 * The 10,000 commonest passwords, which anybody who guesses tries first. scripts/common-passwords.ts makes the file;
 * it is compressed, because a repository full of such words is found by the wrong searches.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";

const FILE = join(import.meta.dirname, "common-passwords.txt.br");

let passwords: ReadonlySet<string> | undefined;

/** Whether the password is one of them, in whatever case. The first call reads the file. */
export function isCommonPassword(password: string): boolean {
  passwords ??= new Set(brotliDecompressSync(readFileSync(FILE)).toString("utf8").split("\n"));
  return passwords.has(password.toLowerCase());
}
