/** The texts and accepted files of the two kinds of quote requests: an image, or a file. */
import type { QuoteKind } from "#app/lib/supabase/database.types.ts";

interface QuoteKindTexts {
  /** The `accept` attribute of the file input: for images it makes a phone offer the camera. */
  accept: string;
  /** The label of the file input before and after a file was chosen. */
  chooseLabel: string;
  chooseOtherLabel: string;
  /** The accepted formats and the size limit, for the visitor. */
  formats: string;
  /** The WhatsApp message, with the attachment's reference or without. */
  message: (reference: string | null) => string;
}

export const quoteKinds: Record<QuoteKind, QuoteKindTexts> = {
  image: {
    accept: "image/*",
    chooseLabel: "Joindre une image",
    chooseOtherLabel: "Choisir une autre image",
    formats: "JPEG, PNG, WebP ou HEIC, 10 Mo au plus. Une grande photo est allégée avant l'envoi.",
    message: (reference) =>
      reference
        ? `Bonjour, je souhaite une cotation pour des produits ou matériaux. Mon image est sur votre site, référence ${reference}.`
        : "Bonjour, je souhaite une cotation pour des produits ou matériaux. Je vous envoie une image ici.",
  },
  file: {
    accept: ".pdf,.docx,.xlsx,.dwg,.jpg,.jpeg,.png,.webp,.heic,.heif",
    chooseLabel: "Joindre un fichier",
    chooseOtherLabel: "Choisir un autre fichier",
    formats: "PDF, Word, Excel, DWG ou image, 10 Mo au plus.",
    message: (reference) =>
      reference
        ? `Bonjour, je souhaite une cotation pour un projet complet. Mon fichier est sur votre site, référence ${reference}.`
        : "Bonjour, je souhaite une cotation pour un projet complet. Je vous envoie mon plan ou mon fichier ici.",
  },
};
