/** Gives the visitor a file that the page made. */
export function downloadFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The URL is revoked later, since the browser has only started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A document that people read, too. */
export const toJsonFile = (value: unknown) =>
  new Blob([JSON.stringify(value, null, 2)], { type: "application/json" });
