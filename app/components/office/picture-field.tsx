/** The address of a picture, with the picture beside it. */
import type { ComponentProps } from "react";
import { TextField } from "../ui/field.tsx";
import { Thumbnail } from "./thumbnail.tsx";
import type { PictureState } from "./use-picture-check.ts";

interface PictureFieldProps extends ComponentProps<typeof TextField> {
  /** What is typed. */
  url: string;
  state: PictureState;
  /** The shape of the picture. */
  shape?: string;
  whole?: boolean;
}

export function PictureField({
  url,
  state,
  shape = "rounded-md",
  whole = false,
  ...field
}: PictureFieldProps) {
  return (
    <div className="flex items-start gap-3">
      <Thumbnail
        url={state === "good" ? url.trim() : null}
        className={`mt-6.5 size-11 border border-line ${shape}`}
        whole={whole}
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
