/**
 * The store of the files of all objects: a local folder, or an S3 bucket. A file is named by its object's
 * version and never changes: new content is a new version. A file that no row references is unreachable, and
 * is quarantined later (see orphan-cleanup.ts).
 */
import type { FileHandle } from "node:fs/promises";

/** A completely received file, on the local disk, that has no version yet. */
export interface IncomingFile {
  path: string;
  /** In bytes. */
  size: number;
  /** SHA-256 of the content, in hexadecimal digits. */
  hash: string;
}

/** Times are in milliseconds since the epoch. */
export interface FileStore {
  /**
   * Throws EntityTooLarge past `limit` bytes, on a full disk, or what the source throws; no file remains
   * then.
   */
  receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<IncomingFile>;
  /** Deletes a received file that was not committed. */
  discard(file: IncomingFile): Promise<void>;
  /** Stores a received file durably under its version. */
  commit(file: IncomingFile, version: string): Promise<void>;
  /** Copies the content of a version to another one. False when there is no such file. */
  copy(from: string, to: string): Promise<boolean>;
  /** Null when there is no such file. An open handle can be read even after the file is removed. */
  read(version: string | null): Promise<FileHandle | null>;
  /** The path of the file on the local disk; null for an invalid version and for a missing file. */
  locate(version: string | null): Promise<string | null>;
  remove(versions: Iterable<string>): Promise<void>;
  /** Moves these files away, so that they could be restored by hand. */
  quarantine(versions: Iterable<string>): Promise<void>;
  /** Deletes partly received files. */
  clearIncoming(olderThan: number): Promise<void>;
  /** Deletes quarantined files. */
  clearQuarantine(olderThan: number): Promise<void>;
  /** All versions that have a file from before `olderThan`, in batches. */
  listVersions(olderThan: number): AsyncGenerator<string[]>;
}
