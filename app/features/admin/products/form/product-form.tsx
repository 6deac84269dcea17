/** The product form: everything about one product on one screen, saved at once. */

import ExternalLink from "lucide-react/icons/external-link";
import { useEffect, useRef } from "react";
import { type FieldErrors, useForm, useWatch } from "react-hook-form";
import { UnsavedGuard } from "#app/components/admin/unsaved-guard.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { addImage, type ProductImage } from "#app/features/admin/products/images/product-image-list.ts";
import { ProductImages } from "#app/features/admin/products/images/product-images.tsx";
import { useImageUploads } from "#app/features/admin/products/images/use-image-uploads.ts";
import { BackLink, useListLocation } from "#app/features/admin/shared/back-link.tsx";
import {
  type ProductInput,
  productFieldNames,
  toBlurMessage,
} from "#app/features/admin/shared/fields/product-fields.ts";
import { VALIDATION_ERROR_TITLE } from "#app/features/admin/shared/mutations/error-messages.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { GeneralFields } from "./general-fields.tsx";
import { FeatureList, SpecificationList } from "./list-fields.tsx";
import { PriceFields } from "./price-fields.tsx";
import type { FieldProblem } from "./product.mutations.ts";
import type { CategoryOption } from "./product.queries.ts";
import type { ProductValues } from "./product.schema.ts";
import { emptyProduct, type StoredProduct, toProductInput } from "./product.ts";
import { ProductConflictNotice } from "./product-conflict-notice.tsx";
import { productResolver } from "./product-resolver.ts";
import { getErrorMessage } from "./simple-field.tsx";
import { useProductEditor } from "./use-product-editor.ts";

interface ProductFormProps {
  /** Null for a new product. */
  product: StoredProduct | null;
  categories: CategoryOption[];
  /** Called after a new product is stored. */
  onAdded?(id: string): void;
}

const UPLOADS_PENDING_MESSAGE =
  "Des images ne sont pas encore envoyées : attendez, réessayez ou retirez-les.";

export function ProductForm({ product, categories, onAdded }: ProductFormProps) {
  const listLocation = useListLocation("/admin/products");
  const { id, stored, conflict, save, acceptNewer, findFreeSlug } = useProductEditor(product, categories);
  const form = useForm<ProductInput, unknown, ProductValues>({
    resolver: productResolver,
    mode: "onBlur",
    reValidateMode: "onBlur",
    // The form library does not know all elements that can be invalid.
    shouldFocusError: false,
    defaultValues: stored ? toProductInput(stored) : emptyProduct,
  });
  const errorFocus = useErrorFocus();
  const { control, handleSubmit, reset, getValues, setValue, setError, formState } = form;
  const { errors, isSubmitting, isDirty, submitCount } = formState;
  const images = useWatch({ control, name: "images" });
  const changeImages = (next: ProductImage[]) => setValue("images", next, { shouldDirty: true });
  const imageUploads = useImageUploads(id, (url) => changeImages(addImage(getValues("images"), url)));
  const { uploads, removeAll } = imageUploads;

  /** The message beside a field: short after it was left, complete after the first submit. */
  function toFieldError(message: string | undefined) {
    return message !== undefined && submitCount === 0 ? toBlurMessage(message) : message;
  }

  /** `base`: the version that is overwritten deliberately. */
  const submit = (base?: string | null) =>
    handleSubmit(async (values) => {
      if (uploads.length > 0) return showProblems([{ column: "images", message: UPLOADS_PENDING_MESSAGE }]);
      const input = structuredClone(getValues());
      const saved = await save({ values, input }, base);
      if (!saved) return;
      if (!("id" in saved)) return showProblems(saved);
      // Input that was typed during the request is still unsaved.
      const isSame = JSON.stringify(getValues()) === JSON.stringify(input);
      reset(toProductInput(saved), { keepValues: !isSame });
      if (!product && isSame) onAdded?.(saved.id);
    }, showErrors);

  /** Shows the form's own validation errors. */
  function showErrors(fieldErrors: FieldErrors<ProductInput>) {
    const first = productFieldNames.map((field) => getErrorMessage(fieldErrors[field])).find(Boolean);
    toast({ title: VALIDATION_ERROR_TITLE, description: first ?? "", variant: "error" });
    errorFocus.focusFirstError();
  }

  /** Shows errors that only the server or the current uploads reveal. */
  function showProblems(problems: readonly FieldProblem[]) {
    for (const field of productFieldNames) {
      const problem = problems.find(({ column }) => column === field);
      if (problem) setError(field, { message: problem.message });
    }
    const [first] = problems;
    toast({ title: "Validation", description: first?.message ?? "", variant: "error" });
    errorFocus.focusFirstError();
  }

  function acceptTheirs(newer: StoredProduct) {
    removeAll();
    acceptNewer();
    reset(toProductInput(newer));
  }

  return (
    <form ref={errorFocus.form} noValidate method="post" onSubmit={submit()} className="grid gap-5">
      <UnsavedGuard dirty={(isDirty || uploads.length > 0) && !isSubmitting} />
      <div className="admin-save-bar">
        <BackLink to={listLocation}>Produits</BackLink>
        <p className="mr-auto text-sm text-muted max-sm:hidden">
          {stored ? `Enregistré le ${formatDateTime(stored.updated_at)}` : "Nouveau produit"}
        </p>
        {stored && (
          <a
            href={`/product/${stored.slug}`}
            target="_blank"
            rel="noopener"
            className={buttonClass("outline", "max-sm:ml-auto")}
          >
            <ExternalLink aria-hidden size={16} />
            <span className="max-sm:sr-only">Voir sur le site</span>
          </a>
        )}
        <BusyButton
          type="submit"
          variant="primary"
          className={stored ? "" : "max-sm:ml-auto"}
          busy={isSubmitting}
        >
          {isSubmitting ? "Enregistrement..." : "Enregistrer"}
        </BusyButton>
      </div>
      {conflict && (
        <ProductConflictNotice
          conflict={conflict}
          busy={isSubmitting}
          onAcceptTheirs={acceptTheirs}
          onOverwrite={(updatedAt) => void submit(updatedAt)()}
        />
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_380px] lg:grid-rows-[auto_auto_auto_1fr]">
        <GeneralFields
          form={form}
          toFieldError={toFieldError}
          categories={categories}
          findFreeSlug={findFreeSlug}
          className="lg:col-start-1"
        />
        <ProductImages
          images={images}
          onChange={changeImages}
          imageUploads={imageUploads}
          error={getErrorMessage(errors.images)}
          className="lg:col-start-2 lg:row-span-4 lg:row-start-1"
        />
        <PriceFields form={form} toFieldError={toFieldError} className="lg:col-start-1" />
        <FeatureList form={form} className="lg:col-start-1" />
        <SpecificationList form={form} className="lg:col-start-1" />
      </div>
    </form>
  );
}

/** Moves the focus to the first invalid field in the order of the screen, after it is rendered as invalid. */
function useErrorFocus() {
  const form = useRef<HTMLFormElement>(null);
  const isPending = useRef(false);
  useEffect(() => {
    const invalidField =
      isPending.current && form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!invalidField) return;
    isPending.current = false;
    invalidField.focus();
  });
  return {
    form,
    focusFirstError() {
      isPending.current = true;
    },
  };
}
