import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { ensureBuild, isBuilt } from "./build.mjs";

/** In place of Node: the build of the pages empties the whole folder, as React Router does. */
const BUILDER = `#!/bin/sh
case "$1" in *react-router) rm -rf build;; esac
mkdir -p build/client build/process
`;

let steps: string[];
const report = {
  step: <T>(title: string, work: () => Promise<T>) => {
    steps.push(title);
    return work();
  },
  info: () => {},
};

async function write(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** Returns what it has built. */
async function build(): Promise<string[]> {
  steps = [];
  await ensureBuild("./builder.sh", report, { addHolder: () => {} });
  return steps;
}

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), "yaare-build-"));
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(async () => {
    process.chdir(before);
    await rm(folder, { recursive: true });
  });
  await writeFile("builder.sh", BUILDER, { mode: 0o755 });
  await write("server.ts", "start();");
  await write("app/routes/home.tsx", "page();");
  await write("backend/index.ts", "backend();");
});

it("builds the pages and the process once", async () => {
  expect(isBuilt()).toBe(false);
  expect(await build()).toEqual(["Building the pages", "Building the process"]);
  expect(isBuilt()).toBe(true);
  expect(await build()).toEqual([]);
});

it.each(["server.ts", "backend/index.ts", "jobs/new.ts", "package.json"])(
  "builds the process alone after a change of %s",
  async (file) => {
    await build();
    await write(file, "changed();");
    expect(isBuilt()).toBe(false);
    expect(await build()).toEqual(["Building the process"]);
    expect(isBuilt()).toBe(true);
  },
);

// The build of the pages removes the process's.
it.each(["app/routes/home.tsx", "app/server/new.ts"])("builds both after a change of %s", async (file) => {
  await build();
  await write(file, "changed();");
  expect(await build()).toEqual(["Building the pages", "Building the process"]);
});

it("builds nothing after a change of a test", async () => {
  await build();
  await write("backend/index.test.ts", "changed();");
  expect(isBuilt()).toBe(true);
});

it("builds again after a build that failed", async () => {
  await build();
  await write("backend/index.ts", "changed();");
  await writeFile("builder.sh", "#!/bin/sh\nexit 1\n");
  await expect(build()).rejects.toThrow("The shop's process could not be built.");
  expect(isBuilt()).toBe(false);
});
