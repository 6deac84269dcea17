/** What an administrator sees and saves of the files of quotes. */

/** Whether browsers can show the file; other formats need a program. */
export function hasPreview(filePath: string): boolean {
  return /\.(jpe?g|png|webp)$/i.test(filePath);
}

/**
 * The name under which an administrator saves a file: the visitor's own, with the extension of the stored file,
 * which is checked against its content. A program must not open a file by what a stranger called it.
 */
export function getDownloadName(fileName: string, filePath: string): string {
  const extension = /\.[a-z0-9]+$/.exec(filePath)?.[0] ?? "";
  if (fileName.toLowerCase().endsWith(extension)) return fileName;
  return fileName.replace(/\.[a-z][a-z0-9]*$/i, "") + extension;
}
