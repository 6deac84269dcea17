/** The filters of the technicians directory as search parameters: parsing and serialization. */
import { parsePageParam, parseTextParam } from "#app/lib/pages/search-params.ts";

/** The slugs of the categories that are specialties of technicians. */
const SPECIALTY_SLUGS = new Set(["electricite", "plomberie", "materiaux", "jardinage"]);

/** The maximum of pages shown: beyond it a search helps more than a longer list. */
export const MAX_PAGES = 20;

export interface TechnicianFilters {
  /** Slug, "" for all. */
  specialty: string;
  search: string;
  /** The number of pages shown, from 1. */
  page: number;
}

export interface Specialty {
  slug: string;
  name: string;
}

export function parseTechnicianFilters(params: URLSearchParams): TechnicianFilters {
  return {
    specialty: parseTextParam(params.get("specialty")),
    search: parseTextParam(params.get("search")),
    page: parsePageParam(params.get("page"), MAX_PAGES),
  };
}

/** The directory's path with these filters. */
export function getTechniciansPath({ specialty, search, page = 1 }: Partial<TechnicianFilters>): string {
  const params = new URLSearchParams();
  if (specialty) params.set("specialty", specialty);
  if (search) params.set("search", search);
  if (page > 1) params.set("page", String(page));
  const query = params.toString();
  return query ? `/technicians?${query}` : "/technicians";
}

/** The categories that are specialties of technicians, in their order. */
export function filterSpecialties(categories: readonly Specialty[]): Specialty[] {
  return categories.filter(({ slug }) => SPECIALTY_SLUGS.has(slug));
}
