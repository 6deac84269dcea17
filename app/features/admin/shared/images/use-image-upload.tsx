/** The upload of the one image of a form, beside the field of its URL. A newly chosen file replaces the one before. */
import type { ReactNode } from "react";
import { SelectImagesButton } from "./select-images-button.tsx";
import { UploadRow } from "./upload-row.tsx";
import { useImageUploads } from "./use-image-uploads.ts";

interface ImageUpload {
  /** The form cannot be saved yet: an upload that ends later would be lost. */
  isUploading: boolean;
  /** The button, and the upload that is under way or has failed. */
  field: ReactNode;
}

/**
 * `folder` is the id of the row; `label` the text of the button; `onUploaded` receives the URL of the stored
 * image.
 */
export function useImageUpload(
  folder: string,
  label: string,
  onUploaded: (url: string) => void,
): ImageUpload {
  const { uploads, add, retry, remove, removeAll } = useImageUploads(folder, onUploaded);
  return {
    isUploading: uploads.some(({ step }) => step !== "failed" && step !== "rejected"),
    field: (
      <div className="grid gap-2">
        <SelectImagesButton
          onSelect={(files) => {
            removeAll();
            add(files);
          }}
        >
          {label}
        </SelectImagesButton>
        <ul className="grid gap-2 empty:hidden">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onRetry={() => retry(upload.id)}
              onRemove={() => remove(upload.id)}
            />
          ))}
        </ul>
      </div>
    ),
  };
}
