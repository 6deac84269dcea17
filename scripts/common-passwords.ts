/**
 * Makes backend/auth/passwords/common-passwords.txt.br: the 10,000 commonest passwords of at least six characters, in lower
 * case, from the ranked list of the package @zxcvbn-ts/language-common (MIT), and those that are common here.
 *
 *     npm pack @zxcvbn-ts/language-common@4.1.3 && tar xzf zxcvbn-ts-language-common-4.1.3.tgz
 *     node scripts/common-passwords.ts package/src/passwords.json
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const FILE = join(import.meta.dirname, "../backend/auth/passwords/common-passwords.txt.br");
const COUNT = 10_000;
/** Shorter ones are rejected for their length. */
const MIN_LENGTH = 6;
/** Ranked low or missing in a list from English-speaking sites. */
const LOCAL =
  "motdepasse motdepasse1 monmotdepasse azerty1 azerty12 azerty123 azerty123456 jetaime bonjour1 bonjour123 loulou doudou chouchou bienvenue burkina burkina1 burkinafaso burkina226 ouagadougou ouaga226 bobodioulasso 226226 70707070 quincaillerie";

const [source = ""] = process.argv.slice(2);
const ranked: unknown = JSON.parse(readFileSync(source, "utf8"));
if (!Array.isArray(ranked)) throw new TypeError(`${source} is not a list`);
const long = ranked.map(String).filter((password) => password.length >= MIN_LENGTH);
const passwords = new Set(
  [...long.slice(0, COUNT), ...LOCAL.split(" ")].map((password) => password.toLowerCase()),
);
writeFileSync(FILE, brotliCompressSync([...passwords].sort().join("\n")));
process.stdout.write(`${passwords.size} passwords\n`);
