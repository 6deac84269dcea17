/** Makes the slug of a product from its name: at a press, and by itself while the field is empty. */
import { useRef, useState } from "react";
import { NAME_WITHOUT_SLUG_MESSAGE } from "#app/features/admin/shared/mutations/error-messages.ts";
import { slugifyName } from "#app/lib/format/slugs.ts";
import type { ProductFieldsProps } from "./simple-field.tsx";

/** For a name in another script, as in the database (free_slug). */
const FALLBACK = "produit";

export interface SlugGenerator {
  generating: boolean;
  /** Sets the name's slug immediately, and adds a number when another product has the same slug. */
  generate(): Promise<void>;
  /** Does the same without a request, when the field is empty: saving adds the number. */
  fillEmpty(): void;
  /** Whether the slug was made here and not typed. */
  isGenerated(slug: string): boolean;
}

/** `findFreeSlug` resolves to null when the request fails. */
export function useSlugGenerator(
  { getValues, setValue, setError, trigger }: ProductFieldsProps["form"],
  findFreeSlug: (name: string) => Promise<string | null>,
): SlugGenerator {
  const [generating, setGenerating] = useState(false);
  const generated = useRef<string | null>(null);

  function set(slug: string) {
    generated.current = slug;
    setValue("slug", slug, { shouldDirty: true, shouldValidate: true });
  }

  async function generate() {
    const name = getValues("name");
    if (name.trim() === "") return void trigger("name", { shouldFocus: true });
    const slug = slugifyName(name, FALLBACK);
    if (slug === "") return setError("slug", { message: NAME_WITHOUT_SLUG_MESSAGE });
    set(slug);
    setGenerating(true);
    const free = await findFreeSlug(name);
    setGenerating(false);
    if (free !== null && getValues("slug") === slug) set(free);
  }

  function fillEmpty() {
    const name = getValues("name");
    if (name.trim() === "" || getValues("slug").trim() !== "") return;
    const slug = slugifyName(name, FALLBACK);
    if (slug === "") setError("slug", { message: NAME_WITHOUT_SLUG_MESSAGE });
    else set(slug);
  }

  return { generating, generate, fillEmpty, isGenerated: (slug) => slug === generated.current };
}
