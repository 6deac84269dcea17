/** The pictures of a product: added by address or from the device, put in order, one of them the primary one. */
import ImagePlus from "lucide-react/icons/image-plus";
import LinkIcon from "lucide-react/icons/link";
import { type DragEvent, useId, useRef, useState } from "react";
import { Panel } from "../../../components/office/panel.tsx";
import { AddImageDialog } from "./product-image-dialog.tsx";
import {
  addImage,
  moveImage,
  type ProductImage,
  removeImage,
  setPrimaryImage,
} from "./product-image-list.ts";
import { ImageRow } from "./product-image-row.tsx";
import { UploadRow } from "./product-upload-row.tsx";
import type { PictureUploads } from "./use-picture-uploads.ts";

interface ProductImagesProps {
  images: ProductImage[];
  onChange(images: ProductImage[]): void;
  pictureUploads: PictureUploads;
  error: string | undefined;
  className?: string;
}

export function ProductImages(props: ProductImagesProps) {
  const { images, onChange, pictureUploads, error, className = "" } = props;
  const { uploads, add, retry, drop } = pictureUploads;
  const id = useId();
  const [dialog, setDialog] = useState(false);
  const [over, setOver] = useState(false);
  const [told, setTold] = useState("");
  const rows = useRef<HTMLUListElement>(null);
  const byAddress = useRef<HTMLButtonElement>(null);

  function move(index: number, by: -1 | 1) {
    const to = index + by;
    // The place is what has the buttons: the focus goes along with the picture, to the same one where there is one.
    const same = rows.current?.querySelector<HTMLButtonElement>(`[data-move="${to} ${by}"]:enabled`);
    (same ?? rows.current?.querySelector<HTMLButtonElement>(`[data-move="${to} ${-by}"]`))?.focus();
    onChange(moveImage(images, index, by));
    setTold(`L'image ${index + 1} est maintenant à la place ${to + 1}.`);
  }

  function remove(index: number) {
    byAddress.current?.focus();
    onChange(removeImage(images, index));
    setTold(`L'image ${index + 1} est retirée.`);
  }

  const drag = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      const { relatedTarget, currentTarget } = event;
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      add(event.dataTransfer.files);
    },
  };

  return (
    <div className={className} {...drag}>
      <Panel title="Images">
        <div className={`grid gap-3 p-4 ${over ? "bg-sun-soft" : ""}`}>
          {images.length + uploads.length === 0 && (
            <p className="rounded-md border border-dashed border-line-strong px-4 py-6 text-center text-sm text-ink-soft">
              Aucune image : les clients voient un dessin à la place.
            </p>
          )}
          <ul ref={rows} className="grid gap-2 empty:hidden">
            {images.map((image, index) => (
              <ImageRow
                // By its place: what moves is the picture, and the buttons keep the focus.
                key={image.display_order}
                image={image}
                count={images.length}
                onPrimary={() => {
                  onChange(setPrimaryImage(images, index));
                  setTold(`L'image ${index + 1} est l'image principale.`);
                }}
                onMove={(by) => move(index, by)}
                onRemove={() => remove(index)}
              />
            ))}
            {uploads.map((one) => (
              <UploadRow
                key={one.id}
                upload={one}
                onRetry={() => retry(one.id)}
                onDrop={() => {
                  byAddress.current?.focus();
                  drop(one.id);
                }}
              />
            ))}
          </ul>
          <div className="flex flex-wrap gap-2 *:grow">
            <label
              htmlFor={`${id}-files`}
              className="btn btn-outline has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
            >
              <ImagePlus aria-hidden size={16} />
              <input
                id={`${id}-files`}
                type="file"
                multiple
                accept="image/jpeg,image/png,image/webp,image/heic,image/heif"
                className="sr-only"
                aria-invalid={error !== undefined}
                aria-describedby={`${id}-hint ${id}-error`}
                onChange={({ currentTarget }) => {
                  add([...(currentTarget.files ?? [])]);
                  // So that the same file can be chosen again.
                  currentTarget.value = "";
                }}
              />
              Envoyer des photos
            </label>
            <button ref={byAddress} type="button" className="btn btn-outline" onClick={() => setDialog(true)}>
              <LinkIcon aria-hidden size={16} />
              Ajouter par adresse
            </button>
          </div>
          <p id={`${id}-hint`} className="text-sm text-ink-soft">
            Taille recommandée : 800x800 pixels. Les photos sont allégées avant l'envoi.{" "}
            <span className="pointer-coarse:hidden">On peut aussi les glisser ici.</span>
          </p>
          <p id={`${id}-error`} className="text-sm font-medium text-danger empty:hidden">
            {error}
          </p>
          <p role="status" className="sr-only">
            {told}
          </p>
        </div>
      </Panel>
      {dialog && (
        <AddImageDialog
          taken={images.map(({ image_url }) => image_url)}
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
