/**
 * The two sizes of the browser tests. A size is no project of Playwright: a worker that changes to another
 * project ends, and a new one starts another browser and another shop.
 */
import { basename, dirname } from "node:path";

export interface Device {
  /** In px. */
  viewport: { width: number; height: number };
  hasTouch: boolean;
  isMobile: boolean;
}

export const DEVICES = {
  phone: { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 900 }, hasTouch: false, isMobile: false },
} satisfies Record<string, Device>;

/** The size that most users of the flow have is the name of the test file's folder. */
export function getDeviceOfFolder(file: string): Device {
  return basename(dirname(file)) === "phone" ? DEVICES.phone : DEVICES.desktop;
}
