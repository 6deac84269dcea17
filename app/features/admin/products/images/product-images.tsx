/** The images of a product: added by URL or uploaded, sorted, with one primary image. */

import LinkIcon from "lucide-react/icons/link";
import { type DragEvent, useId, useRef, useState } from "react";
import { Panel } from "#app/components/admin/panel.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { SelectImagesButton } from "#app/features/admin/shared/images/select-images-button.tsx";
import { UploadRow } from "#app/features/admin/shared/images/upload-row.tsx";
import type { FileUploads } from "#app/features/admin/shared/images/use-image-uploads.ts";
import { AddImageDialog } from "./add-image-dialog.tsx";
import { ImageRow } from "./image-row.tsx";
import {
  addImage,
  moveImage,
  type ProductImage,
  removeImage,
  setPrimaryImage,
} from "./product-image-list.ts";

interface ProductImagesProps {
  images: ProductImage[];
  onChange(images: ProductImage[]): void;
  imageUploads: FileUploads;
  error: string | undefined;
  className?: string;
}

export function ProductImages(props: ProductImagesProps) {
  const { images, onChange, imageUploads, error, className = "" } = props;
  const { uploads, add, retry, remove: removeUpload } = imageUploads;
  const id = useId();
  const [dialog, setDialog] = useState(false);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  const rows = useRef<HTMLUListElement>(null);
  const addByUrlButton = useRef<HTMLButtonElement>(null);

  function move(index: number, by: -1 | 1) {
    const to = index + by;
    // The rows keep their buttons by position: the focus follows the image to the same button where it is
    // enabled.
    const sameButton = rows.current?.querySelector<HTMLButtonElement>(`[data-move="${to} ${by}"]:enabled`);
    (sameButton ?? rows.current?.querySelector<HTMLButtonElement>(`[data-move="${to} ${-by}"]`))?.focus();
    onChange(moveImage(images, index, by));
    setAnnouncement(`L'image ${index + 1} est maintenant à la place ${to + 1}.`);
  }

  function remove(index: number) {
    addByUrlButton.current?.focus();
    onChange(removeImage(images, index));
    setAnnouncement(`L'image ${index + 1} est retirée.`);
  }

  const drag = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setDraggedOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      const { relatedTarget, currentTarget } = event;
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setDraggedOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setDraggedOver(false);
      add(event.dataTransfer.files);
    },
  };

  return (
    <div className={className} {...drag}>
      <Panel title="Images">
        <div className={`grid gap-3 p-4 ${isDraggedOver ? "bg-accent-soft" : ""}`}>
          {images.length + uploads.length === 0 && (
            <p className="rounded-md border border-dashed border-border-strong px-4 py-6 text-center text-sm text-muted max-sm:py-3">
              Aucune image : les clients voient un dessin à la place.
            </p>
          )}
          <ul ref={rows} className="grid gap-2 empty:hidden">
            {images.map((image, index) => (
              <ImageRow
                // Keyed by position: a move exchanges the images, and the buttons keep the focus.
                key={image.display_order}
                image={image}
                count={images.length}
                onPrimary={() => {
                  onChange(setPrimaryImage(images, index));
                  setAnnouncement(`L'image ${index + 1} est l'image principale.`);
                }}
                onMove={(by) => move(index, by)}
                onRemove={() => remove(index)}
              />
            ))}
            {uploads.map((upload) => (
              <UploadRow
                key={upload.id}
                upload={upload}
                onRetry={() => retry(upload.id)}
                onRemove={() => {
                  addByUrlButton.current?.focus();
                  removeUpload(upload.id);
                }}
              />
            ))}
          </ul>
          <div className="flex flex-wrap gap-2 *:grow">
            <SelectImagesButton
              multiple
              onSelect={add}
              invalid={error !== undefined}
              describedBy={`${id}-hint ${id}-error`}
            >
              Envoyer des photos
            </SelectImagesButton>
            <Button variant="outline" ref={addByUrlButton} onClick={() => setDialog(true)}>
              <LinkIcon aria-hidden size={16} />
              Ajouter par adresse
            </Button>
          </div>
          <p id={`${id}-hint`} className="text-sm text-muted">
            Taille recommandée : 800x800 pixels. Les photos sont allégées avant l'envoi.{" "}
            <span className="pointer-coarse:hidden">On peut aussi les glisser ici.</span>
          </p>
          <p id={`${id}-error`} className="text-sm font-medium text-danger empty:hidden">
            {error}
          </p>
          <p role="status" className="sr-only">
            {announcement}
          </p>
        </div>
      </Panel>
      {dialog && (
        <AddImageDialog
          existingUrls={images.map(({ image_url }) => image_url)}
          onAdd={(url) => {
            onChange(addImage(images, url));
            setDialog(false);
          }}
          onClose={() => setDialog(false)}
        />
      )}
    </div>
  );
}
