/**
 * A module that public pages load on demand and other pages bundle with their own code. Both access it in the
 * same way. With `import()` alone, a page that bundles the module would still fetch the small chunk that
 * represents it, and wait a round trip for it.
 */

interface LazyModule<Module> {
  /** The module, fetched unless it is loaded. Rejects when the fetch fails; the next call retries. */
  get(): Promise<Module>;
  /** The module if it is loaded, else null. */
  peek(): Module | null;
  /** For a page that bundles the module: sets it, and nothing is fetched from then on. */
  preload(module: Module): void;
}

export function createLazyModule<Module>(load: () => Promise<Module>): LazyModule<Module> {
  let module: Module | null = null;
  return {
    async get() {
      module ??= await load();
      return module;
    },
    peek: () => module,
    preload(bundled) {
      module = bundled;
    },
  };
}
