/**
 * Encrypts what it passes to another store. Everything is in a folder named by the key's id, so that the copies of
 * several shops share a place, and a wrong key is told at once.
 */
import type { BackupKey } from "#backend/backup/backup-key.ts";
import type { BackupStore, StoredFile } from "./backup-store.ts";
import { decrypt, encrypt } from "./encryption.ts";

export class EncryptedStore implements BackupStore {
  readonly #store: BackupStore;
  readonly #key: BackupKey;

  constructor(store: BackupStore, key: BackupKey) {
    this.#store = store;
    this.#key = key;
  }

  async *list(folder: string): AsyncGenerator<StoredFile> {
    for await (const { path, modified } of this.#store.list(this.#locate(folder))) {
      yield { path: path.slice(this.#locate("").length), modified };
    }
  }

  /** The stream throws a DecryptionError when the file is damaged. */
  async read(path: string): Promise<AsyncIterable<Uint8Array> | null> {
    const source = await this.#store.read(this.#locate(path));
    return source && decrypt(source, this.#key.bytes, path);
  }

  write(path: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    return this.#store.write(this.#locate(path), encrypt(source, this.#key.bytes, path));
  }

  remove(path: string): Promise<void> {
    return this.#store.remove(this.#locate(path));
  }

  #locate(path: string): string {
    return `${this.#key.id}/${path}`;
  }
}
