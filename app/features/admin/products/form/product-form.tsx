/** The product form: everything about one product on one screen, saved at once. */

import { type BaseSyntheticEvent, useState } from "react";
import { type FieldErrors, useForm, useWatch } from "react-hook-form";
import { Panel } from "#app/components/admin/panel.tsx";
import { UnsavedGuard } from "#app/components/admin/unsaved-guard.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { ProductImages } from "#app/features/admin/products/images/product-images.tsx";
import {
  type ProductFieldName,
  type ProductInput,
  productFieldNames,
  toBlurMessage,
} from "#app/features/admin/shared/fields/product-fields.ts";
import { VALIDATION_ERROR_TITLE } from "#app/features/admin/shared/mutations/error-messages.ts";
import {
  type ChosenReason,
  DEFAULT_STOCK_REASON,
  StockReasonField,
} from "#app/features/admin/shared/stock-reason.tsx";
import { AccessoryFields } from "./accessory-fields.tsx";
import { AttributeFields } from "./attribute-fields.tsx";
import { DraftNotice } from "./draft-notice.tsx";
import { GeneralFields } from "./general-fields.tsx";
import { DataSheetFields, VideoFields } from "./link-fields.tsx";
import { FeatureList, SpecificationList } from "./list-fields.tsx";
import { PriceFields } from "./price-fields.tsx";
import type { FieldProblem } from "./product.mutations.ts";
import type { CategoryOption } from "./product.queries.ts";
import type { ProductValues } from "./product.schema.ts";
import { emptyProduct, type StoredProduct, toProductInput } from "./product.ts";
import { ProductConflictNotice } from "./product-conflict-notice.tsx";
import { createProductResolver } from "./product-resolver.ts";
import { ProductSaveBar } from "./product-save-bar.tsx";
import { getErrorMessage, SimpleField } from "./simple-field.tsx";
import { UnitFields } from "./unit-fields.tsx";
import { useErrorFocus } from "./use-error-focus.ts";
import { readProductDraft, removeProductDraft, useProductDraft } from "./use-product-draft.ts";
import { useProductEditor } from "./use-product-editor.ts";
import { useProductUploads } from "./use-product-uploads.ts";
import { useSlugGenerator } from "./use-slug-generator.ts";
import { UNIQUE_NAMES, useTakenValues } from "./use-taken-values.ts";
import { useHasOtherStock, useVariants } from "./use-variants.ts";
import { VariantFields } from "./variant-fields.tsx";

interface ProductFormProps {
  /** Null for a new product. */
  product: StoredProduct | null;
  categories: CategoryOption[];
  /** Called after a new product is stored. */
  onAdded?(id: string): void;
}

/** What a new product cannot be without: on a phone it comes first. */
const ESSENTIAL_NAMES = ["name", "price", "stock"] as const;

export function ProductForm(props: ProductFormProps) {
  const [discarded, setDiscarded] = useState(0);
  // A new form has its own id, so that it cannot overwrite the product of the draft.
  return (
    <ProductFields
      key={discarded}
      {...props}
      onDiscardDraft={() => {
        removeProductDraft(props.product?.id ?? null);
        setDiscarded(discarded + 1);
      }}
    />
  );
}

function ProductFields({
  product,
  categories,
  onAdded,
  onDiscardDraft,
}: ProductFormProps & { onDiscardDraft(): void }) {
  const key = product?.id ?? null;
  const [foundDraft] = useState(() => readProductDraft(key));
  const isCurrentDraft = foundDraft?.base === (product?.updated_at ?? null);
  const { id, stored, conflict, save, acceptNewer, findFreeSlug } = useProductEditor(
    product,
    categories,
    foundDraft && isCurrentDraft ? foundDraft.id : null,
  );
  const takenValues = useTakenValues(id, stored);
  const form = useForm<ProductInput, unknown, ProductValues>({
    resolver: createProductResolver(takenValues),
    mode: "onBlur",
    reValidateMode: "onBlur",
    // The form library does not know all elements that can be invalid.
    shouldFocusError: false,
    defaultValues: stored ? toProductInput(stored) : emptyProduct,
  });
  const errorFocus = useErrorFocus();
  const slugs = useSlugGenerator(form, findFreeSlug);
  const { control, handleSubmit, reset, getValues, setError, trigger, formState } = form;
  const { errors, isSubmitting, isDirty, submitCount } = formState;
  const [images, typedStock] = useWatch({ control, name: ["images", "stock"] });
  const [reason, setReason] = useState<ChosenReason>(DEFAULT_STOCK_REASON);
  const variants = useVariants(form);
  const { hasVariants } = variants;
  const hasOtherStock = useHasOtherStock(control, stored);
  const uploads = useProductUploads(form, id);
  const [isPhone] = useState(() => window.matchMedia("(width < 640px)").matches);
  const essentialNames: readonly ProductFieldName[] =
    product || !isPhone ? [] : ESSENTIAL_NAMES.filter((name) => name === "name" || !hasVariants);

  const { draft, draftBase, isHeld, restoreDraft, forgetDraft } = useProductDraft({
    form,
    key,
    id,
    stored,
    found: foundDraft,
    isCurrent: isCurrentDraft,
  });

  function onLeave(name: ProductFieldName) {
    if (name === "name") slugs.fillEmpty();
    for (const unique of UNIQUE_NAMES) if (name === unique) void checkTaken(unique);
  }

  async function checkTaken(name: (typeof UNIQUE_NAMES)[number]) {
    const before = takenValues.list(getValues()).length;
    await takenValues.check(name, getValues(name));
    if (takenValues.list(getValues()).length !== before) await trigger(name);
  }

  /** The message beside a field: short after it was left, complete after the first submit. */
  function toFieldError(message: string | undefined) {
    return message !== undefined && submitCount === 0 ? toBlurMessage(message) : message;
  }

  /** `base`: the version that is overwritten deliberately, or that a resumed draft started from. */
  const submit = (base: string | null | undefined = draftBase) => {
    const save = handleSubmit((values) => saveValid(values, base), showErrors);
    return (event?: BaseSyntheticEvent) => {
      slugs.fillEmpty();
      return save(event);
    };
  };

  async function saveValid(values: ProductValues, base: string | null | undefined) {
    const unsent = uploads.findProblem();
    if (unsent) return showProblems([unsent]);
    // Saving adds a number to a slug that was made here.
    const typed = UNIQUE_NAMES.filter((name) => name !== "slug" || !slugs.isGenerated(getValues(name)));
    await Promise.all(typed.map((name) => takenValues.check(name, getValues(name))));
    const taken = takenValues.list(getValues());
    if (taken.length > 0) return showProblems(taken);
    const input = structuredClone(getValues());
    const saved = await save({ values, input, reason }, base);
    if (!saved) return;
    if (!("id" in saved)) return showProblems(saved);
    // Input that was typed during the request is still unsaved.
    const isSame = JSON.stringify(getValues()) === JSON.stringify(input);
    reset(toProductInput(saved), { keepValues: !isSame });
    forgetDraft();
    if (!product && isSame) onAdded?.(saved.id);
  }

  /** Shows the form's own validation errors. */
  function showErrors(fieldErrors: FieldErrors<ProductInput>) {
    const first = productFieldNames.map((field) => getErrorMessage(fieldErrors[field])).find(Boolean);
    variants.check();
    toast({ title: VALIDATION_ERROR_TITLE, description: first ?? "", variant: "error" });
    errorFocus.focusFirstError();
  }

  /** Shows errors that only the server or the current uploads reveal. */
  function showProblems(found: readonly FieldProblem[]) {
    const problems = variants.show(found);
    for (const field of productFieldNames) {
      const problem = problems.find(({ column }) => column === field);
      if (problem) setError(field, { message: problem.message });
    }
    const [first] = problems;
    toast({ title: "Validation", description: first?.message ?? "", variant: "error" });
    errorFocus.focusFirstError();
  }

  function acceptTheirs(newer: StoredProduct) {
    uploads.removeAll();
    acceptNewer();
    reset(toProductInput(newer));
    forgetDraft();
  }

  const productImages = (
    <ProductImages
      images={images}
      onChange={uploads.changeImages}
      imageUploads={uploads.images}
      error={getErrorMessage(errors.images)}
      className="lg:col-start-2 lg:row-span-5 lg:row-start-1"
    />
  );

  return (
    <form ref={errorFocus.form} noValidate method="post" onSubmit={submit()} className="grid gap-5">
      <UnsavedGuard dirty={(isDirty || uploads.isPending) && !isSubmitting} hasDraft={!uploads.isPending} />
      <ProductSaveBar stored={stored} busy={isSubmitting} />
      {conflict && (
        <ProductConflictNotice
          conflict={conflict}
          busy={isSubmitting}
          onAcceptTheirs={acceptTheirs}
          onOverwrite={(updatedAt) => void submit(updatedAt)()}
        />
      )}
      {draft && (
        <DraftNotice at={draft.at} isRestored={!isHeld} onRestore={restoreDraft} onDiscard={onDiscardDraft} />
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_380px] lg:grid-rows-[auto_auto_auto_auto_1fr]">
        {essentialNames.length > 0 && (
          <>
            {productImages}
            <Panel title="L'essentiel">
              <div className="grid gap-4 p-4">
                {essentialNames.map((name) => (
                  <SimpleField key={name} {...{ name, form, toFieldError, onLeave }} />
                ))}
              </div>
            </Panel>
          </>
        )}
        <GeneralFields
          form={form}
          toFieldError={toFieldError}
          onLeave={onLeave}
          categories={categories}
          slugs={slugs}
          isStored={stored !== null}
          without={hasVariants ? [...essentialNames, "reference"] : essentialNames}
          className="lg:col-start-1"
        />
        {essentialNames.length === 0 && productImages}
        <PriceFields
          form={form}
          toFieldError={toFieldError}
          onLeave={onLeave}
          without={essentialNames}
          hasVariants={hasVariants}
          className="lg:col-start-1"
        >
          {stored && (hasVariants ? hasOtherStock : typedStock !== String(stored.stock)) && (
            <StockReasonField value={reason} onChange={setReason} />
          )}
        </PriceFields>
        <UnitFields {...{ form, toFieldError, onLeave, hasVariants }} className="lg:col-start-1" />
        <FeatureList form={form} className="lg:col-start-1" />
        <SpecificationList form={form} className="lg:col-start-1" />
        <AttributeFields form={form} className="lg:col-start-1" />
        <DataSheetFields form={form} uploads={uploads.dataSheets} className="lg:col-start-1" />
        <VideoFields form={form} className="lg:col-start-1" />
        <AccessoryFields form={form} productId={id} className="lg:col-start-1" />
      </div>
      <div ref={scrollToVariants} id="variants" className="scroll-mt-32">
        <VariantFields form={form} errors={variants.errors} />
      </div>
    </form>
  );
}

/** The list of products leads to the grid of variants, which is there once the product has loaded. */
function scrollToVariants(panel: HTMLDivElement | null) {
  if (panel && window.location.hash === "#variants") panel.scrollIntoView();
}
