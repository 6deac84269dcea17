/**
 * Adds a picture by its address, and shows beforehand what will be seen. Without a form of its own: it stands inside
 * that of the product, where a press of the Enter key must not save.
 */
import { useState } from "react";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import {
  BROKEN_PICTURE,
  type PictureState,
  usePictureCheck,
} from "../../../components/office/use-picture-check.ts";
import { TextField } from "../../../components/ui/field.tsx";
import { isPictureAddress } from "../../../lib/picture-address.ts";

interface AddImageDialogProps {
  /** Addresses that are in the list already. */
  taken: readonly string[];
  onAdd(url: string): void;
  onClose(): void;
}

export function AddImageDialog({ taken, onAdd, onClose }: AddImageDialogProps) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const url = typed.trim();

  function add() {
    if (url === "") return;
    if (!isPictureAddress(url)) setError("Entrez une URL valide");
    else if (taken.includes(url)) setError("Cette image figure déjà dans la liste");
    else onAdd(url);
  }

  return (
    <Dialog title="Ajouter une image" onClose={onClose}>
      <div className="desk grid gap-4">
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
        <Preview url={url} />
        <div className="flex flex-wrap justify-end gap-2">
          <button type="button" className="btn btn-outline max-sm:grow" onClick={onClose}>
            Annuler
          </button>
          <button type="button" className="btn btn-primary max-sm:grow" disabled={url === ""} onClick={add}>
            Ajouter
          </button>
        </div>
      </div>
    </Dialog>
  );
}

const words: Record<PictureState, string> = {
  none: "L'aperçu apparaît ici.",
  checking: "",
  good: "Voilà ce que les clients verront.",
  broken: BROKEN_PICTURE,
};

function Preview({ url }: { url: string }) {
  const state = usePictureCheck(url);
  return (
    <div className="flex items-center gap-4">
      <span className="frame size-32 shrink-0 rounded-lg border border-line">
        {(state === "good" || state === "broken") && <img src={url} alt="Aperçu" width={128} height={128} />}
      </span>
      <p role="status" className="text-sm text-ink-soft">
        {words[state]}
      </p>
    </div>
  );
}
