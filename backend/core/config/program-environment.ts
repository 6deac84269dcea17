/** What another program needs to be found, to load its libraries and to make temporary files. */
const PROGRAM_VARIABLES = ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"];

/**
 * The environment for programs that the shop starts. They do not inherit the shop's own: it holds secrets, which
 * are readable in /proc for as long as such a program runs.
 */
export function getProgramEnvironment(): Record<string, string> {
  return Object.fromEntries(
    PROGRAM_VARIABLES.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
