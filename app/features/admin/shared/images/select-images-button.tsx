/** The button that opens the device's choice of images. */
import ImagePlus from "lucide-react/icons/image-plus";
import { type ReactNode, useId } from "react";
import { buttonClass } from "#app/components/ui/button.tsx";

interface SelectImagesButtonProps {
  onSelect(files: File[]): void;
  multiple?: boolean;
  invalid?: boolean;
  /** The id of what describes it. */
  describedBy?: string;
  children: ReactNode;
}

export function SelectImagesButton({
  onSelect,
  multiple = false,
  invalid = false,
  describedBy,
  children,
}: SelectImagesButtonProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={buttonClass(
        "outline",
        "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-foreground",
      )}
    >
      <ImagePlus aria-hidden size={16} />
      <input
        id={id}
        type="file"
        multiple={multiple}
        accept="image/jpeg,image/png,image/webp,image/heic,image/heif"
        className="sr-only"
        aria-invalid={invalid}
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => {
          onSelect([...(currentTarget.files ?? [])]);
          // Allows the same file to be selected again.
          currentTarget.value = "";
        }}
      />
      {children}
    </label>
  );
}
