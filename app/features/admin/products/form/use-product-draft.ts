/**
 * The draft of a product: what is typed in its form and not saved, in local storage, so that it survives a phone that
 * closes the browser. A draft is restored over the version that it started from, and over no newer one.
 */
import { useEffect, useEffectEvent, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import {
  accessorySchema,
  dataSheetSchema,
  type ProductInput,
  productFieldNames,
  videoSchema,
} from "#app/features/admin/shared/fields/product-fields.ts";
import { productOptionSchema, variantRowSchema } from "#app/features/admin/shared/fields/variant-fields.ts";
import { createJsonStorage } from "#app/lib/storage/json-storage.ts";
import type { ProductValues } from "./product.schema.ts";
import { emptyProduct, type StoredProduct } from "./product.ts";

export interface ProductDraft {
  /** Of the product, also of one that is not stored yet: sent again, it is the same product. */
  id: string;
  /** The version that the input started from; null for a new product. */
  base: string | null;
  input: ProductInput;
  /** When it was written. */
  at: string;
}

const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
/** The pause of the typing after which it is written. */
const DEBOUNCE_MS = 400;

const drafts = createJsonStorage("drafts of products", "draft:product:", () => window.localStorage);

const draftSchema = z.object({
  id: z.uuid(),
  base: z.nullable(z.string()),
  at: z.iso.datetime(),
  input: z.custom<ProductInput>(isProductInput),
});

const listSchemas = {
  features: z.array(z.string()),
  specifications: z.array(z.object({ name: z.string(), value: z.string() })),
  options: z.array(productOptionSchema),
  variants: z.array(variantRowSchema),
  attributes: z.record(z.string(), z.string()),
  data_sheets: z.array(dataSheetSchema),
  videos: z.array(videoSchema),
  accessories: z.array(accessorySchema),
  images: z.array(z.object({ image_url: z.string(), is_primary: z.boolean(), display_order: z.number() })),
};

/** An earlier version of the shop may have stored other fields. */
function isProductInput(value: unknown): boolean {
  const fields = z.record(z.string(), z.unknown()).safeParse(value).data ?? {};
  return (
    productFieldNames.every((name) => typeof fields[name] === typeof emptyProduct[name]) &&
    z.object(listSchemas).safeParse(fields).success
  );
}

/** `id` is null for a new product: this browser has one draft of a new product. */
export function readProductDraft(id: string | null): ProductDraft | null {
  const draft = draftSchema.safeParse(drafts.read(id ?? "new")).data;
  return draft && Date.now() - Date.parse(draft.at) < MAX_AGE_MS ? draft : null;
}

export function removeProductDraft(id: string | null): void {
  drafts.write(id ?? "new", null);
}

interface DraftOptions {
  form: UseFormReturn<ProductInput, unknown, ProductValues>;
  /** Null for a product that was opened as a new one. */
  key: string | null;
  id: string;
  stored: StoredProduct | null;
}

interface ResumedDraftOptions extends DraftOptions {
  /** The draft that was found when the form was opened. */
  found: ProductDraft | null;
  /** Whether it started from the version that was loaded: then it is restored at once. */
  isCurrent: boolean;
}

/** Resumes the draft, and writes what is typed from then on. */
export function useProductDraft({ found, isCurrent, ...options }: ResumedDraftOptions) {
  const { form, key } = options;
  const [draft, setDraft] = useState(found);
  /** The version that the input started from, where it is not the one that was loaded. */
  const [draftBase, setDraftBase] = useState<string | null>();
  const isHeld = draft !== null && !isCurrent && draftBase === undefined;
  useDraftWriter({ ...options, isHeld });
  const restoreInput = () => draft && form.reset(draft.input, { keepDefaultValues: true });
  const restoreCurrent = useEffectEvent(() => isCurrent && restoreInput());
  useEffect(() => {
    restoreCurrent();
  }, []);
  return {
    draft,
    draftBase,
    isHeld,
    restoreDraft() {
      restoreInput();
      setDraftBase(draft?.base);
    },
    forgetDraft() {
      setDraft(null);
      setDraftBase(undefined);
      removeProductDraft(key);
    },
  };
}

interface WriterOptions extends DraftOptions {
  /** Whether a draft of an earlier version waits for a decision. */
  isHeld: boolean;
}

/** Writes the draft while it is typed, and removes it when nothing is unsaved. */
function useDraftWriter({ form, key, id, stored, isHeld }: WriterOptions): void {
  const { isDirty } = form.formState;
  const [timer] = useState<{ id?: ReturnType<typeof setTimeout> }>({});

  const write = useEffectEvent(() => {
    if (!isDirty && isHeld) return;
    const draft: ProductDraft = {
      id,
      base: stored?.updated_at ?? null,
      input: form.getValues(),
      at: new Date().toISOString(),
    };
    drafts.write(key ?? "new", isDirty ? draft : null);
  });

  useEffect(() => {
    const flush = () => {
      clearTimeout(timer.id);
      write();
    };
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer.id);
        timer.id = setTimeout(write, DEBOUNCE_MS);
      },
    });
    // A phone ends hidden pages without another event.
    document.addEventListener("visibilitychange", flush);
    return () => {
      unsubscribe();
      clearTimeout(timer.id);
      document.removeEventListener("visibilitychange", flush);
    };
  }, [form, timer]);
}
