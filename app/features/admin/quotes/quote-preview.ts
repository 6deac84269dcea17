/** Which files of quotes have a preview. */

/** Whether browsers can show the file; other formats need a program. */
export function hasPreview(filePath: string): boolean {
  return /\.(jpe?g|png|webp)$/i.test(filePath);
}
