/**
 * Where the files of all objects are: a folder of this machine, or a bucket that speaks S3. A file is named by its
 * object's version and never changes: another content is another version. Which files count is up to the rows: one that
 * no row names is as good as gone, and is swept aside later (see sweep.ts).
 */
import type { FileHandle } from "node:fs/promises";

/** A whole file, on this machine's disk, that has no name yet. */
export interface IncomingFile {
  path: string;
  /** In bytes. */
  size: number;
  /** SHA-256 of the content, in hexadecimal digits. */
  hash: string;
}

/** Times are in milliseconds since the epoch. */
export interface FileStore {
  /** Throws EntityTooLarge past `limit` bytes, on a full disk, or what the source throws; nothing is left then. */
  receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<IncomingFile>;
  /** Drops what was received and got no name. */
  discard(file: IncomingFile): Promise<void>;
  /** Gives what was received its name, for good. */
  keep(file: IncomingFile, version: string): Promise<void>;
  /** Gives the content of one version to another as well. False when it is gone. */
  copy(from: string, to: string): Promise<boolean>;
  /** Null when there is no such file. Whoever has it open keeps reading it, whatever becomes of its name. */
  read(version: string | null): Promise<FileHandle | null>;
  /** Where on this machine's disk the file can be read; null for what is not a version, or is gone. */
  locate(version: string | null): Promise<string | null>;
  remove(versions: Iterable<string>): Promise<void>;
  /** Takes these out of the way, so that a person could still put them back. */
  setAside(versions: Iterable<string>): Promise<void>;
  /** Removes what was left half received. */
  clearIncoming(olderThan: number): Promise<void>;
  /** Removes what was set aside. */
  clearAside(olderThan: number): Promise<void>;
  /** All versions that have a file from before `olderThan`, in portions. */
  versions(olderThan: number): AsyncGenerator<string[]>;
}
