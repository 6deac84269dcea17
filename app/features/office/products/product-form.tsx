/** Everything about one product on one screen, saved at once. */
import ExternalLink from "lucide-react/icons/external-link";
import { useEffect, useRef } from "react";
import { type FieldErrors, useForm, useWatch } from "react-hook-form";
import { UnsavedGuard } from "../../../components/office/unsaved-guard.tsx";
import { BusyButton } from "../../../components/ui/busy-button.tsx";
import { toast } from "../../../components/ui/toast/toast.ts";
import { formatDateTime } from "../../../lib/date-times.ts";
import { useListAddress, WayBack } from "../way-back.tsx";
import type { CategoryChoice } from "./product.queries.ts";
import { onLeaving, type ProductValues } from "./product.schema.ts";
import { emptyProduct, productFields, type StoredProduct, type TypedProduct, toForm } from "./product.ts";
import { GeneralFields } from "./product-form-general.tsx";
import { FeatureList, SpecificationList } from "./product-form-lists.tsx";
import { PriceFields } from "./product-form-price.tsx";
import { ProductTrouble } from "./product-form-trouble.tsx";
import { addImage, type ProductImage } from "./product-image-list.ts";
import { ProductImages } from "./product-images.tsx";
import { productResolver } from "./product-resolver.ts";
import { usePictureUploads } from "./use-picture-uploads.ts";
import { type Problem, useProduct } from "./use-product.ts";

interface ProductFormProps {
  /** Null for a new one. */
  product: StoredProduct | null;
  categories: CategoryChoice[];
  /** A new product is stored. */
  onAdded?(id: string): void;
}

const UPLOADS_WAIT = "Des images ne sont pas encore envoyées : attendez, réessayez ou retirez-les.";

export function ProductForm({ product, categories, onAdded }: ProductFormProps) {
  const listAddress = useListAddress("/admin/products");
  const { id, stored, trouble, save, accept, freeSlug } = useProduct(product, categories);
  const form = useForm<TypedProduct, unknown, ProductValues>({
    resolver: productResolver,
    mode: "onBlur",
    reValidateMode: "onBlur",
    // Not all that can be wrong is a field that the library knows.
    shouldFocusError: false,
    defaultValues: stored ? toForm(stored) : emptyProduct,
  });
  const faults = useFaultFocus();
  const { control, handleSubmit, reset, getValues, setValue, setError, formState } = form;
  const { errors, isSubmitting, isDirty, submitCount } = formState;
  const images = useWatch({ control, name: "images" });
  const changeImages = (next: ProductImage[]) => setValue("images", next, { shouldDirty: true });
  const pictureUploads = usePictureUploads(id, (address) =>
    changeImages(addImage(getValues("images"), address)),
  );
  const { uploads, dropAll } = pictureUploads;

  /** What stands beside a field: in short when it was just left, the whole sentence once a save was tried. */
  function said(message: string | undefined) {
    return message !== undefined && submitCount === 0 ? onLeaving(message) : message;
  }

  /** `over`: the edition that is replaced deliberately. */
  const send = (over?: string | null) =>
    handleSubmit(async (values) => {
      if (uploads.length > 0) return refuse([{ column: "images", message: UPLOADS_WAIT }]);
      const typed = structuredClone(getValues());
      const saved = await save({ values, typed, ...(over !== undefined && { over }) });
      if (!saved) return;
      if (Array.isArray(saved)) return refuse(saved);
      // What was typed while the answer was on its way is still to be saved.
      const isSame = JSON.stringify(getValues()) === JSON.stringify(typed);
      reset(toForm(saved), { keepValues: !isSame });
      if (!product && isSame) onAdded?.(saved.id);
    }, complain);

  /** What the form itself found. */
  function complain(found: FieldErrors<TypedProduct>) {
    const first = productFields.map((field) => messageOf(found[field])).find(Boolean);
    toast({ title: "Erreur de validation", description: first ?? "", variant: "destructive" });
    faults.leadTo();
  }

  /** What only the server or the moment can know. */
  function refuse(problems: Problem[]) {
    for (const field of productFields) {
      const problem = problems.find(({ column }) => column === field);
      if (problem) setError(field, { message: problem.message });
    }
    const [first] = problems;
    toast({ title: "Validation", description: first?.message ?? "", variant: "destructive" });
    faults.leadTo();
  }

  function take(newer: StoredProduct) {
    dropAll();
    accept(newer);
    reset(toForm(newer));
  }

  return (
    <form ref={faults.form} noValidate method="post" onSubmit={send()} className="grid gap-5">
      <UnsavedGuard dirty={(isDirty || uploads.length > 0) && !isSubmitting} />
      <div className="desk-bar">
        <WayBack to={listAddress}>Produits</WayBack>
        <p className="mr-auto text-sm text-ink-soft max-sm:hidden">
          {stored ? `Enregistré le ${formatDateTime(stored.updated_at)}` : "Nouveau produit"}
        </p>
        {stored && (
          <a
            href={`/product/${stored.slug}`}
            target="_blank"
            rel="noopener"
            className="btn btn-outline max-sm:ml-auto"
          >
            <ExternalLink aria-hidden size={16} />
            <span className="max-sm:sr-only">Voir sur le site</span>
          </a>
        )}
        <BusyButton
          type="submit"
          className={`btn btn-primary ${stored ? "" : "max-sm:ml-auto"}`}
          busy={isSubmitting}
        >
          {isSubmitting ? "Enregistrement..." : "Enregistrer"}
        </BusyButton>
      </div>
      {trouble && (
        <ProductTrouble
          trouble={trouble}
          busy={isSubmitting}
          onTake={take}
          onSaveOver={(over) => void send(over)()}
        />
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_380px] lg:grid-rows-[auto_auto_auto_1fr]">
        <GeneralFields
          form={form}
          said={said}
          categories={categories}
          freeSlug={freeSlug}
          className="lg:col-start-1"
        />
        <ProductImages
          images={images}
          onChange={changeImages}
          pictureUploads={pictureUploads}
          error={messageOf(errors.images)}
          className="lg:col-start-2 lg:row-span-4 lg:row-start-1"
        />
        <PriceFields form={form} said={said} className="lg:col-start-1" />
        <FeatureList form={form} className="lg:col-start-1" />
        <SpecificationList form={form} className="lg:col-start-1" />
      </div>
    </form>
  );
}

/** Leads to the first field that is at fault, as they stand on the screen, once it is drawn as such. */
function useFaultFocus() {
  const form = useRef<HTMLFormElement>(null);
  const isDue = useRef(false);
  useEffect(() => {
    const fault = isDue.current && form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!fault) return;
    isDue.current = false;
    fault.focus();
  });
  return {
    form,
    leadTo() {
      isDue.current = true;
    },
  };
}

/** Of a field or a whole list. */
function messageOf(error: object | undefined): string | undefined {
  return error && "message" in error && typeof error.message === "string" ? error.message : undefined;
}
