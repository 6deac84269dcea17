/** What a visitor chose of the directory stands in the address: this module reads it from there and writes it back. */
import { readPage, readText } from "../../lib/address-params.ts";

/** Slugs of the categories that technicians are looked for by. */
const SPECIALTIES = new Set(["electricite", "plomberie", "materiaux", "jardinage"]);

/** Beyond these pages a search helps more than a longer list. */
export const PAGES_MAX = 20;

export interface TechnicianFilters {
  /** Slug, "" for all. */
  specialty: string;
  search: string;
  /** How many pages are shown one below the other, from 1. */
  page: number;
}

export interface Specialty {
  slug: string;
  name: string;
}

export function readFilters(params: URLSearchParams): TechnicianFilters {
  return {
    specialty: readText(params.get("specialty")),
    search: readText(params.get("search")),
    page: readPage(params.get("page"), PAGES_MAX),
  };
}

export function techniciansPath({ specialty, search, page = 1 }: Partial<TechnicianFilters>): string {
  const params = new URLSearchParams();
  if (specialty) params.set("specialty", specialty);
  if (search) params.set("search", search);
  if (page > 1) params.set("page", String(page));
  const query = params.toString();
  return query ? `/technicians?${query}` : "/technicians";
}

/** Those among the shop's categories that are trades of technicians, in their order. */
export function specialtiesOf(categories: readonly Specialty[]): Specialty[] {
  return categories.filter(({ slug }) => SPECIALTIES.has(slug));
}
