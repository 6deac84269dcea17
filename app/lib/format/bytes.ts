/** 1234567 -> «1,2 Mo», with the no-break space of French typography. */
export function formatBytes(bytes: number): string {
  const inMegabytes = bytes >= 1_000_000;
  const amount = inMegabytes ? bytes / 1_000_000 : Math.max(1, bytes / 1000);
  const digits = { maximumFractionDigits: inMegabytes ? 1 : 0 };
  return `${new Intl.NumberFormat("fr-FR", digits).format(amount)}\u00a0${inMegabytes ? "Mo" : "Ko"}`;
}
