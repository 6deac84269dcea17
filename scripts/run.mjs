/**
 * The entry of every command (`npm start`, `npm test`, …), for any Node: this file uses nothing that an old
 * one cannot parse, so that it can report the problem in one line instead of failing on the syntax of the
 * rest.
 */
const [major = 0] = process.versions.node.split(".").map(Number);

if (major < 20) {
  console.error(
    `Node ${process.versions.node} is too old: install Node 20 or newer from https://nodejs.org and try again.`,
  );
  process.exit(1);
} else {
  import("./run/main.mjs").then((main) => main.run(process.argv[2], process.argv.slice(3)));
}
