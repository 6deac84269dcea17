/** What a product page leads to: its data sheets, which are PDF files of the shop, and videos on other sites. */
import { formatBytes } from "#app/lib/format/bytes.ts";

export interface Video {
  title: string;
  url: string;
}

export interface DataSheet extends Video {
  /** Of the file, in bytes. */
  size: number;
}

/** A link as the page shows it. */
export interface ProductLink {
  label: string;
  url: string;
}

/** The stored column; what is not one of them is left out. */
export function parseDataSheets(stored: unknown): DataSheet[] {
  return parseVideos(stored).filter(isDataSheet);
}

export function parseVideos(stored: unknown): Video[] {
  const list: unknown[] = Array.isArray(stored) ? stored : [];
  return list.filter(isVideo);
}

function isVideo(value: unknown): value is Video {
  if (typeof value !== "object" || value === null || !("title" in value && "url" in value)) return false;
  return typeof value.title === "string" && typeof value.url === "string";
}

function isDataSheet(value: Video): value is DataSheet {
  return "size" in value && typeof value.size === "number";
}

/** Visitors pay by the megabyte: a file says how large it is before it is opened. */
export function listProductLinks(product: { data_sheets: unknown; videos: unknown }): ProductLink[] {
  return [
    ...parseDataSheets(product.data_sheets).map(({ title, url, size }) => ({
      label: `${title} (PDF, ${formatBytes(size)})`,
      // The stored file has an id for a name, which would be its name among a visitor's downloads.
      url: `${url}?${new URLSearchParams({ download: `${title}.pdf` })}`,
    })),
    ...parseVideos(product.videos).map(({ title, url }) => ({ label: `Vidéo\u00a0: ${title}`, url })),
  ];
}
