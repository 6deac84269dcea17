import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { prepareSocketDir } from "./socket-dir.ts";

const LONG = join("/srv", "a-long-name".repeat(10));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "yaare-test-"));
  onTestFinished(() => rm(folder, { recursive: true }));
});

test("a short data directory holds its socket", async () => {
  const dataDir = await mkdtemp("/tmp/yaare-");
  onTestFinished(() => rm(dataDir, { recursive: true }));
  expect(await prepareSocketDir(dataDir)).toBe(join(dataDir, "socket"));
});

test("a path with a comma, which would be two, does not hold the socket", async () => {
  expect(await prepareSocketDir("/srv/vis, clous", folder)).toContain(folder);
});

test("the letters of a path count as long as they are in a socket address", async () => {
  const dataDir = join("/srv", "é".repeat(40));
  expect(await prepareSocketDir(dataDir, folder)).toContain(folder);
});

test("the socket of a long one is in a private directory, which a second start uses again", async () => {
  const directory = await prepareSocketDir(LONG, folder);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  expect(await prepareSocketDir(LONG, folder)).toBe(directory);
});

/** What another user may have left under the name that the socket's directory will have. */
test.each<[string, (path: string) => Promise<unknown>]>([
  ["a directory that others may enter", (path) => mkdir(path).then(() => chmod(path, 0o777))],
  ["a directory that a group may list", (path) => mkdir(path).then(() => chmod(path, 0o750))],
  [
    "a link to a private directory",
    (path) => mkdir(`${path}-2`, { mode: 0o700 }).then(() => symlink(`${path}-2`, path)),
  ],
  ["a link to nothing", (path) => symlink(`${path}-3`, path)],
  ["a file", (path) => writeFile(path, "")],
])("%s is refused in one line", async (_what, leave) => {
  const directory = await prepareSocketDir(LONG, folder);
  await rm(directory, { recursive: true });
  await leave(directory);
  await expect(prepareSocketDir(LONG, folder)).rejects.toMatchObject({
    name: "StartupError",
    message: expect.stringMatching(/^\S+\/yaare-\w+, for the socket of Postgres, is not .* shorter path\.$/),
  });
});

test.runIf(process.getuid?.() === 0)("another user's directory is refused", async () => {
  await chown(await prepareSocketDir(LONG, folder), 1, 1);
  await expect(prepareSocketDir(LONG, folder)).rejects.toMatchObject({ name: "StartupError" });
});
