/** The settings of the storage service, and their defaults. Its rate limits are in core/limits/process-limits.ts. */

export interface StorageSettings {
  /** The size limit of one object in bytes; a bucket may have a lower one. */
  fileSizeLimit: number;
  /** The lifetime of an upload token, in seconds. */
  uploadTokenSeconds: number;
  /** The maximum number of pixels of an image to transform, as its header gives it. */
  maxInputPixels: number;
  /**
   * The only widths in which the images of a bucket are rendered, ascending, by the bucket's id. Images of other
   * buckets are rendered in any width.
   */
  offeredWidths: Partial<Record<string, readonly number[]>>;
  /** The size limit of the cache of transformed images, in bytes. */
  renderCacheBytes: number;
  /** The size limit of the disk cache for files in an S3 bucket, in bytes. */
  fileCacheBytes: number;
  /** Bytes of the disk that uploads leave free: the database may be on the same one. */
  minFreeDiskBytes: number;
}

export const defaultSettings: StorageSettings = {
  fileSizeLimit: 50 * 1024 * 1024,
  uploadTokenSeconds: 2 * 60 * 60,
  maxInputPixels: 50_000_000,
  offeredWidths: {},
  renderCacheBytes: 512 * 1024 * 1024,
  fileCacheBytes: 1024 * 1024 * 1024,
  minFreeDiskBytes: 512 * 1024 * 1024,
};
