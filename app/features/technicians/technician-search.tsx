/**
 * The search of the directory: by name and by specialty, as a GET form and links that work without script.
 */
import { Form, Link } from "react-router";
import { SearchButton } from "#app/components/ui/search-button.tsx";
import { getTechniciansPath, type Specialty, type TechnicianFilters } from "./technician-filters.ts";

const TAG_CLASS = "inline-flex min-h-11 items-center rounded-full border px-3.5 text-sm font-semibold";
const SELECTED_CLASS = "border-brand bg-brand text-white";
const UNSELECTED_CLASS = "border-border-strong bg-white hover:border-foreground";

interface TechnicianSearchProps {
  filters: TechnicianFilters;
  specialties: Specialty[];
}

export function TechnicianSearch({ filters, specialties }: TechnicianSearchProps) {
  const { specialty, search } = filters;
  return (
    <div className="grid gap-3 lg:grid-cols-[minmax(0,440px)_1fr] lg:gap-5">
      <Form action="/technicians" role="search" aria-label="Techniciens" className="relative w-full">
        {specialty && <input type="hidden" name="specialty" value={specialty} />}
        <input
          key={search}
          type="search"
          name="search"
          aria-label="Rechercher un technicien"
          placeholder="Rechercher un technicien..."
          defaultValue={search}
          maxLength={100}
          enterKeyHint="search"
          autoComplete="off"
          className="field pr-15"
        />
        <SearchButton label="Rechercher un technicien" />
      </Form>
      <nav aria-label="Spécialités">
        <ul className="flex flex-wrap gap-2">
          {[{ slug: "", name: "Tous" }, ...specialties].map(({ slug, name }) => (
            <li key={slug}>
              <Link
                to={getTechniciansPath({ specialty: slug, search })}
                preventScrollReset
                aria-current={slug === specialty ? "true" : undefined}
                className={`${TAG_CLASS} ${slug === specialty ? SELECTED_CLASS : UNSELECTED_CLASS}`}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
