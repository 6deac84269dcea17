/**
 * Adds an image by its URL, with a preview. The dialog has no form element: it is inside the product form,
 * which the Enter key must not submit.
 */

import { useState } from "react";
import {
  BROKEN_IMAGE_MESSAGE,
  type ImageCheckState,
  useImageCheck,
} from "#app/components/admin/use-image-check.ts";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { isImageUrl } from "#app/lib/images/image-url.ts";

interface AddImageDialogProps {
  /** URLs that are already in the list. */
  existingUrls: readonly string[];
  onAdd(url: string): void;
  onClose(): void;
}

export function AddImageDialog({ existingUrls, onAdd, onClose }: AddImageDialogProps) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const url = typed.trim();

  function add() {
    if (url === "") return;
    if (!isImageUrl(url)) setError("Entrez une URL valide");
    else if (existingUrls.includes(url)) setError("Cette image figure déjà dans la liste");
    else onAdd(url);
  }

  return (
    <Dialog title="Ajouter une image" onClose={onClose}>
      <div className="admin grid gap-4">
        <TextField
          label="URL de l'image"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          hint="Taille recommandée : 800x800 pixels."
          error={error}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setError(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
          }}
        />
        <ImagePreview url={url} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" className="max-sm:grow" onClick={onClose}>
            Annuler
          </Button>
          <Button variant="primary" className="max-sm:grow" disabled={url === ""} onClick={add}>
            Ajouter
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

const stateLabels: Record<ImageCheckState, string> = {
  none: "L'aperçu apparaît ici.",
  checking: "",
  good: "Voilà ce que les clients verront.",
  broken: BROKEN_IMAGE_MESSAGE,
};

function ImagePreview({ url }: { url: string }) {
  const state = useImageCheck(url);
  return (
    <div className="flex items-center gap-4">
      <span className="image-frame size-32 shrink-0 rounded-lg border border-border">
        {(state === "good" || state === "broken") && <img src={url} alt="Aperçu" width={128} height={128} />}
      </span>
      <p role="status" className="text-sm text-muted">
        {stateLabels[state]}
      </p>
    </div>
  );
}
