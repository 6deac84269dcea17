/** What the page of a product leads to: its data sheets, which are uploaded, and links to videos. */
import FilePlus from "lucide-react/icons/file-plus";
import FileText from "lucide-react/icons/file-text";
import Trash2 from "lucide-react/icons/trash-2";
import { useId, useRef } from "react";
import { useWatch } from "react-hook-form";
import { Panel } from "#app/components/admin/panel.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { getProductField, isVideo } from "#app/features/admin/shared/fields/product-fields.ts";
import { UploadRow } from "#app/features/admin/shared/images/upload-row.tsx";
import type { FileUploads } from "#app/features/admin/shared/images/use-image-uploads.ts";
import { formatBytes } from "#app/lib/format/bytes.ts";
import { LineList } from "./list-fields.tsx";
import { getErrorMessage, type ProductFieldsProps } from "./simple-field.tsx";

type LinkFieldsProps = Pick<ProductFieldsProps, "form" | "className">;

interface DataSheetFieldsProps extends LinkFieldsProps {
  uploads: FileUploads;
}

export function DataSheetFields({ form, uploads, className }: DataSheetFieldsProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const sheets = useWatch({ control: form.control, name: "data_sheets" });
  const error = getErrorMessage(form.formState.errors.data_sheets);
  const change = (next: typeof sheets) => form.setValue("data_sheets", next, { shouldDirty: true });

  return (
    <div className={className}>
      <Panel title={getProductField("data_sheets").label}>
        <div className="grid gap-3 p-4">
          <ul className="grid gap-3 empty:hidden sm:gap-2">
            {sheets.map((sheet, index) => (
              <li key={sheet.url} className="flex items-center gap-2">
                <input
                  aria-label={`Titre de la fiche ${index + 1}`}
                  autoComplete="off"
                  className="field min-w-0 grow"
                  aria-invalid={error !== undefined && sheet.title.trim() === ""}
                  value={sheet.title}
                  onChange={({ currentTarget }) =>
                    change(sheets.with(index, { ...sheet, title: currentTarget.value }))
                  }
                />
                <a
                  href={sheet.url}
                  target="_blank"
                  rel="noopener"
                  className="link inline-flex min-h-11 shrink-0 items-center gap-1 text-sm whitespace-nowrap"
                >
                  <FileText aria-hidden size={16} />
                  <span className="sr-only">Ouvrir {sheet.title}, </span>
                  {formatBytes(sheet.size)}
                </a>
                <button
                  type="button"
                  aria-label={`Retirer la fiche ${index + 1}`}
                  className="icon-btn shrink-0 text-danger hover:bg-surface-muted"
                  onClick={() => {
                    input.current?.focus();
                    change(sheets.toSpliced(index, 1));
                  }}
                >
                  <Trash2 aria-hidden size={16} />
                </button>
              </li>
            ))}
            {uploads.uploads.map((upload) => (
              <UploadRow
                key={upload.id}
                upload={upload}
                onRetry={() => uploads.retry(upload.id)}
                onRemove={() => {
                  input.current?.focus();
                  uploads.remove(upload.id);
                }}
              />
            ))}
          </ul>
          <label
            htmlFor={id}
            className={buttonClass(
              "outline",
              "w-fit has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-foreground",
            )}
          >
            <FilePlus aria-hidden size={16} />
            <input
              ref={input}
              id={id}
              type="file"
              multiple
              accept="application/pdf"
              className="sr-only"
              aria-invalid={error !== undefined}
              aria-describedby={`${id}-hint ${id}-error`}
              onChange={({ currentTarget }) => {
                uploads.add([...(currentTarget.files ?? [])]);
                // Allows the same file to be selected again.
                currentTarget.value = "";
              }}
            />
            Ajouter un PDF
          </label>
          <p id={`${id}-hint`} className="text-sm text-muted">
            10 Mo au plus. Les clients lisent le titre et la taille du fichier avant de l'ouvrir.
          </p>
          <p id={`${id}-error`} className="text-sm font-medium text-danger empty:hidden">
            {error}
          </p>
        </div>
      </Panel>
    </div>
  );
}

export function VideoFields({ form, className }: LinkFieldsProps) {
  const id = useId();
  const videos = useWatch({ control: form.control, name: "videos" });
  const error = getErrorMessage(form.formState.errors.videos);
  const change = (next: typeof videos) => form.setValue("videos", next, { shouldDirty: true });
  const check = () => void form.trigger("videos");
  const describedBy = error === undefined ? undefined : id;
  return (
    <LineList
      name="videos"
      className={className}
      addLabel="Ajouter une vidéo"
      count={videos.length}
      onAdd={(index) => change(videos.toSpliced(index, 0, { title: "", url: "" }))}
      onRemove={(index) => change(videos.toSpliced(index, 1))}
      removeLabel="Retirer la vidéo"
      footer={
        <p id={id} className="text-sm font-medium text-danger empty:hidden">
          {error}
        </p>
      }
    >
      {(index) => {
        const video = videos[index] ?? { title: "", url: "" };
        const isInvalid = error !== undefined && !isVideo(video);
        return (
          <div className="grid min-w-0 grow gap-2 sm:grid-cols-2">
            <input
              aria-label={`Titre de la vidéo ${index + 1}`}
              aria-invalid={isInvalid}
              aria-describedby={describedBy}
              placeholder="Titre : Le montage"
              autoComplete="off"
              className="field"
              value={video.title}
              onChange={({ currentTarget }) =>
                change(videos.with(index, { ...video, title: currentTarget.value }))
              }
            />
            <input
              aria-label={`Adresse de la vidéo ${index + 1}`}
              aria-invalid={isInvalid}
              aria-describedby={describedBy}
              type="url"
              inputMode="url"
              placeholder="https://"
              autoComplete="off"
              className="field"
              value={video.url}
              onBlur={check}
              onChange={({ currentTarget }) =>
                change(videos.with(index, { ...video, url: currentTarget.value }))
              }
            />
          </div>
        );
      }}
    </LineList>
  );
}
