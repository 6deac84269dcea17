/** Lists the files of a folder, in the same order on every machine. */
import { existsSync, readdirSync, statSync } from "node:fs";

/**
 * Without the option `recursive` and `parentPath`, which the first versions of Node 20 do not have.
 * @param {string} path a file or a folder; nothing is listed when it does not exist
 * @returns {string[]}
 */
export function listFiles(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .flatMap((entry) => {
      const inside = `${path}/${entry.name}`;
      return entry.isDirectory() ? listFiles(inside) : entry.isFile() ? [inside] : [];
    })
    .sort();
}
