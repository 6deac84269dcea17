/** JSON values in a storage of the browser. Storage errors are only logged: the pages work without the stored values. */

export interface JsonStorage {
  /** The value stored under the key, to be validated by the caller; null when there is none. */
  read(key: string): unknown;
  /** Stores a JSON value; null removes it. */
  write(key: string, value: unknown): void;
  /** Removes every value. */
  clear(): void;
}

/** `getStorage` may throw, where the browser forbids its use. `prefix` begins the key of each value. */
export function createJsonStorage(name: string, prefix: string, getStorage: () => Storage): JsonStorage {
  function attempt<Value>(task: string, fallback: Value, work: (storage: Storage) => Value): Value {
    try {
      return work(getStorage());
    } catch (error) {
      console.error(`${name}: cannot be ${task}`, error);
      return fallback;
    }
  }

  return {
    read: (key) =>
      attempt("read", null, (storage): unknown => {
        const text = storage.getItem(prefix + key);
        return text === null ? null : JSON.parse(text);
      }),
    write: (key, value) =>
      attempt("written", undefined, (storage) => {
        if (value === null) storage.removeItem(prefix + key);
        else storage.setItem(prefix + key, JSON.stringify(value));
      }),
    clear: () =>
      attempt("removed", undefined, (storage) => {
        for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
      }),
  };
}
