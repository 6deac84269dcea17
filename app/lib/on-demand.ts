/**
 * A module that public pages load on demand, and that pages which cannot do without it bring along with their own code.
 * Both ask for it here in the same way. By `import()` alone, a page that has the module would still fetch the small file
 * that stands for it, and wait a round trip for it.
 */

interface OnDemand<Module> {
  /** The module, fetched unless it is there. A failed fetch rejects, and the next call tries again. */
  get(): Promise<Module>;
  /** The module if it is there. */
  here(): Module | null;
  /** For a page that has it: nothing is fetched from then on. */
  bring(module: Module): void;
}

export function onDemand<Module>(load: () => Promise<Module>): OnDemand<Module> {
  let module: Module | null = null;
  return {
    async get() {
      module ??= await load();
      return module;
    },
    here: () => module,
    bring(brought) {
      module = brought;
    },
  };
}
