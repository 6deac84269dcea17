/** The service's limits, and what holds when a deployment sets none. */
import type { BucketRule } from "../core/address-limits.ts";

export type LimitGroup = "visitorUpload";

export interface StorageSettings {
  /** Bytes of one object; a bucket may allow less. */
  fileSizeLimit: number;
  /** Life of a token to upload with, in seconds. */
  uploadTokenSeconds: number;
  /** Pixels of a picture that is transformed, as its header names them. */
  maxInputPixels: number;
  /** Bytes of all transformed pictures that are kept. */
  renderCacheBytes: number;
  /** Bytes of files that are kept on this machine's disk when they live in a bucket that speaks S3. */
  keptFileBytes: number;
  /** Bytes of the disk that uploads leave free: the database may stand on the same one. */
  freeDiskBytes: number;
  addressLimits: Record<LimitGroup, BucketRule>;
}

export const defaultSettings: StorageSettings = {
  fileSizeLimit: 50 * 1024 * 1024,
  uploadTokenSeconds: 2 * 60 * 60,
  maxInputPixels: 50_000_000,
  renderCacheBytes: 512 * 1024 * 1024,
  keptFileBytes: 1024 * 1024 * 1024,
  freeDiskBytes: 512 * 1024 * 1024,
  // Behind one address of a mobile operator stand many.
  addressLimits: { visitorUpload: { burst: 60, perSecond: 60 / 300 } },
};
