/** The files of a product that are being sent, beside the input: nothing is saved before they have arrived. */
import type { UseFormReturn } from "react-hook-form";
import { addImage, type ProductImage } from "#app/features/admin/products/images/product-image-list.ts";
import type { ProductInput } from "#app/features/admin/shared/fields/product-fields.ts";
import { useFileUploads, useImageUploads } from "#app/features/admin/shared/images/use-image-uploads.ts";
import type { FieldProblem } from "./product.mutations.ts";
import type { ProductValues } from "./product.schema.ts";
import { prepareDataSheet, uploadDataSheet } from "./upload-data-sheet.ts";

const IMAGES_PENDING_MESSAGE = "Des images ne sont pas encore envoyées : attendez, réessayez ou retirez-les.";

const DATA_SHEETS_PENDING_MESSAGE =
  "Des PDF ne sont pas encore envoyés : attendez, réessayez ou retirez-les.";

export function useProductUploads(
  { getValues, setValue }: UseFormReturn<ProductInput, unknown, ProductValues>,
  id: string,
) {
  const changeImages = (next: ProductImage[]) => setValue("images", next, { shouldDirty: true });
  const images = useImageUploads(id, (url) => changeImages(addImage(getValues("images"), url)));
  const dataSheets = useFileUploads({
    prepare: (file) => prepareDataSheet(id, file),
    send: uploadDataSheet,
    onUploaded: (url, { name, size }) => {
      const title = name.replace(/\.pdf$/i, "").slice(0, 100);
      const sheets = getValues("data_sheets");
      setValue("data_sheets", [...sheets, { title, url, size }], { shouldDirty: true });
    },
  });
  const isPending = images.uploads.length + dataSheets.uploads.length > 0;

  /** What keeps the product from being saved; null without one. */
  function findProblem(): FieldProblem | null {
    if (images.uploads.length > 0) return { column: "images", message: IMAGES_PENDING_MESSAGE };
    return isPending ? { column: "data_sheets", message: DATA_SHEETS_PENDING_MESSAGE } : null;
  }

  function removeAll(): void {
    images.removeAll();
    dataSheets.removeAll();
  }

  return { images, dataSheets, changeImages, isPending, findProblem, removeAll };
}
