import { formatDecimal } from "./numbers.ts";

const UNITS = [
  { name: "Go", bytes: 1e9, digits: 1 },
  { name: "Mo", bytes: 1e6, digits: 1 },
  { name: "Ko", bytes: 1e3, digits: 0 },
] as const;

/** 1234567 -> «1,2 Mo», with the no-break space of French typography. */
export function formatBytes(bytes: number): string {
  const unit = UNITS.find((each) => bytes >= each.bytes) ?? UNITS[2];
  const amount = Math.max(1, bytes / unit.bytes);
  return `${formatDecimal(amount, unit.digits)}\u00a0${unit.name}`;
}
