/** The photo of a delivery, made small enough to be kept on the device until there is a network. */
import { useState } from "react";
import { Field } from "#app/components/ui/forms/field.tsx";
import { reencodeImage } from "#app/lib/images/compress-image.ts";

const SIZE = { maxSide: 960, quality: 0.6 };
const UNREADABLE = "Cette photo ne peut pas être lue : prenez-en une autre";

interface PhotoFieldProps {
  hasPhoto: boolean;
  /** The photo as base64, null for none. */
  onPhoto(photo: string | null): void;
}

export function PhotoField({ hasPhoto, onPhoto }: PhotoFieldProps) {
  const [error, setError] = useState<string>();

  async function read(file: File | undefined) {
    onPhoto(null);
    const jpeg = file && (await reencodeImage(file, SIZE));
    setError(file && !jpeg ? UNREADABLE : undefined);
    if (jpeg) onPhoto(await toBase64(jpeg));
  }

  return (
    <Field
      label="Photo de la livraison"
      hint={
        hasPhoto
          ? "La photo est prête."
          : "Les produits devant la porte du client. Sans photo, la boutique devra vérifier la livraison."
      }
      error={error}
    >
      {(control) => (
        <input
          {...control}
          type="file"
          accept="image/*"
          capture="environment"
          onChange={({ target }) => void read(target.files?.[0])}
        />
      )}
    </Field>
  );
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
