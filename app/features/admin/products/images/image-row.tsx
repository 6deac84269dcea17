/** One image of a product, with its actions. */
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Star from "lucide-react/icons/star";
import Trash2 from "lucide-react/icons/trash-2";
import { Thumbnail } from "#app/components/admin/thumbnail.tsx";
import type { ProductImage } from "./product-image-list.ts";

/** The URL of an uploaded image is a meaningless id. */
const UPLOADED_IMAGE_URL = /\/object\/public\/product-pictures\//;

interface ImageRowProps {
  image: ProductImage;
  count: number;
  onPrimary(): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

export function ImageRow({ image, count, onPrimary, onMove, onRemove }: ImageRowProps) {
  const { image_url, is_primary, display_order: index } = image;
  const position = index + 1;
  return (
    <li
      aria-label={`Image ${position}`}
      className="flex items-center gap-3 rounded-md border border-border p-2"
    >
      <Thumbnail url={image_url} className="size-16 rounded-md" />
      <div className="grid min-w-0 grow">
        <p className="flex items-center gap-2">
          {is_primary && <span className="badge bg-success-soft text-success-strong">Principale</span>}
          <span className="min-w-0 truncate text-xs text-muted" title={image_url}>
            {UPLOADED_IMAGE_URL.test(image_url) ? "Photo envoyée" : image_url.replace(/^https?:\/\//, "")}
          </span>
        </p>
        <div className="-mr-1 flex justify-end">
          <button
            type="button"
            aria-label={`Définir l'image ${position} comme principale`}
            title="Définir comme principale"
            aria-pressed={is_primary}
            className="icon-btn hover:bg-surface-muted aria-pressed:text-success"
            onClick={onPrimary}
          >
            <Star aria-hidden size={16} fill={is_primary ? "currentColor" : "none"} />
          </button>
          <button
            type="button"
            aria-label={`Monter l'image ${position}`}
            title="Monter"
            disabled={index === 0}
            data-move={`${index} -1`}
            className="icon-btn hover:bg-surface-muted disabled:opacity-35"
            onClick={() => onMove(-1)}
          >
            <ArrowUp aria-hidden size={16} />
          </button>
          <button
            type="button"
            aria-label={`Descendre l'image ${position}`}
            title="Descendre"
            disabled={position === count}
            data-move={`${index} 1`}
            className="icon-btn hover:bg-surface-muted disabled:opacity-35"
            onClick={() => onMove(1)}
          >
            <ArrowDown aria-hidden size={16} />
          </button>
          <button
            type="button"
            aria-label={`Retirer l'image ${position}`}
            title="Retirer"
            className="icon-btn text-danger hover:bg-surface-muted"
            onClick={onRemove}
          >
            <Trash2 aria-hidden size={16} />
          </button>
        </div>
      </div>
    </li>
  );
}
