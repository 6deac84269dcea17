/**
 * Scripts that the browser runs outside of the application's modules, each bundled from TypeScript into one
 * minified classic script: the service worker, and the scripts that a page has inline.
 */
import { build, type Plugin } from "vite";

/** An import of `./file.ts?script` is the text of the bundled script. */
const INLINE_SCRIPT = /^(?<file>.+\.ts)\?script$/;

/** The text of a module and its imports as one script without imports and exports. */
export async function bundleScript(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      write: false,
      rolldownOptions: { input: file, output: { format: "iife" } },
    },
  });
  if (!("output" in built)) throw new Error(`${file} was not bundled.`);
  return built.output[0].code.trim();
}

/** `import text from "./file.ts?script"`, for a script element in the server's HTML. */
export function inlineScripts(): Plugin {
  return {
    name: "inline-scripts",
    enforce: "pre",
    async load(id) {
      const file = INLINE_SCRIPT.exec(id)?.groups?.file;
      if (!file) return null;
      this.addWatchFile(file);
      const script = await bundleScript(file);
      if (/<\/script|<!--/i.test(script)) throw new Error(`${file} would end the script element around it.`);
      return `export default ${JSON.stringify(script)};`;
    },
  };
}

/**
 * The service worker: one file at the root of the site, where its scope is the whole site, and without
 * imports.
 */
export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    async generateBundle() {
      const source = await bundleScript("app/offline/service-worker.ts");
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}
