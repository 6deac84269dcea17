/** Chooses the file store of the configuration: the local folder, or the S3 bucket with a cache in the folder. */
import { join } from "node:path";
import type { S3Config } from "#backend/core/config/s3-config.ts";
import { getErrorMessage, StartupError } from "#backend/core/errors.ts";
import type { StorageSettings } from "#backend/storage/config.ts";
import type { FileStore } from "./file-store.ts";
import { LocalFileStore } from "./local-file-store.ts";

/** `folder` is the storage folder of the data directory. Throws a StartupError when the bucket cannot be reached. */
export async function openFileStore(
  folder: string,
  { minFreeDiskBytes, fileCacheBytes }: StorageSettings,
  s3: S3Config | null,
): Promise<FileStore> {
  if (s3 === null) return LocalFileStore.open(folder, minFreeDiskBytes);
  const [{ S3Bucket }, { S3FileStore }] = await Promise.all([
    import("./s3-bucket.ts"),
    import("./s3-file-store.ts"),
  ]);
  const bucket = new S3Bucket(s3);
  try {
    await bucket.check();
  } catch (error) {
    throw new StartupError(
      `The bucket of S3_URL cannot be used (${getErrorMessage(error)}): check address, keys and region.`,
    );
  }
  return S3FileStore.open(bucket, join(folder, "kept"), {
    freeBytes: minFreeDiskBytes,
    cacheBytes: fileCacheBytes,
  });
}
