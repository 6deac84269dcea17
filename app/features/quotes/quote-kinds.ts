/** The two ways of asking for a quote. */

export type QuoteKind = "image" | "file";

interface KindTexts {
  /** What the `accept` of the file input says: a hint to the phone, which offers the camera for pictures. */
  accept: string;
  choose: string;
  chooseOther: string;
  formats: string;
  /** The WhatsApp message, without and with the reference of what was sent. */
  message: (reference: string | null) => string;
}

export const quoteKinds: Record<QuoteKind, KindTexts> = {
  image: {
    accept: "image/*",
    choose: "Joindre une image",
    chooseOther: "Choisir une autre image",
    formats: "JPEG, PNG, WebP ou HEIC, 10 Mo au plus. Une grande photo est allégée avant l'envoi.",
    message: (reference) =>
      reference
        ? `Bonjour, je souhaite une cotation pour des produits ou matériaux. Mon image est sur votre site, référence ${reference}.`
        : "Bonjour, je souhaite une cotation pour des produits ou matériaux. Je vous envoie une image ici.",
  },
  file: {
    accept: ".pdf,.docx,.xlsx,.dwg,.jpg,.jpeg,.png,.webp,.heic,.heif",
    choose: "Joindre un fichier",
    chooseOther: "Choisir un autre fichier",
    formats: "PDF, Word, Excel, DWG ou image, 10 Mo au plus.",
    message: (reference) =>
      reference
        ? `Bonjour, je souhaite une cotation pour un projet complet. Mon fichier est sur votre site, référence ${reference}.`
        : "Bonjour, je souhaite une cotation pour un projet complet. Je vous envoie mon plan ou mon fichier ici.",
  },
};
