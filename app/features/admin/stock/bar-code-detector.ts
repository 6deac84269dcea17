/**
 * Finds bar codes in pictures: by the browser's own detector (Chrome on Android), which costs nothing, or by a library,
 * which is loaded with the first scan (a megabyte, for staff with an iPhone or a computer).
 */
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";

export interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

declare global {
  interface Window {
    BarcodeDetector?: {
      new (options?: { formats: string[] }): Detector;
      getSupportedFormats(): Promise<string[]>;
    };
  }
}

const FORMATS = ["ean_13", "ean_8", "upc_a", "upc_e", "code_128", "code_39", "qr_code"] as const;

/** Throws when the library could not be loaded. */
export async function createDetector(): Promise<Detector> {
  const formats = [...FORMATS];
  // A browser may have a detector that reads nothing.
  if ((await window.BarcodeDetector?.getSupportedFormats())?.includes("ean_13") && window.BarcodeDetector)
    return new window.BarcodeDetector({ formats });
  const { BarcodeDetector, prepareZXingModule } = await import("barcode-detector/ponyfill");
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
  return new BarcodeDetector({ formats });
}
