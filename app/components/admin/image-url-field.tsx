/** A field for an image URL, with a preview of the image. */
import type { ComponentProps } from "react";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { Thumbnail } from "./thumbnail.tsx";
import type { ImageCheckState } from "./use-image-check.ts";

interface ImageUrlFieldProps extends ComponentProps<typeof TextField> {
  /** The current input. */
  url: string;
  state: ImageCheckState;
  /** The border radius class of the preview. */
  shape?: string;
  contain?: boolean;
}

export function ImageUrlField({
  url,
  state,
  shape = "rounded-md",
  contain = false,
  ...field
}: ImageUrlFieldProps) {
  return (
    <div className="flex items-start gap-3">
      <Thumbnail
        url={state === "good" ? url.trim() : null}
        className={`mt-6.5 size-11 border border-border ${shape}`}
        contain={contain}
      />
      <TextField
        type="text"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        className="min-w-0 grow"
        {...field}
      />
    </div>
  );
}
