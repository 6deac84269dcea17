/** The messages of rejected files: the images of products, and the attachments of quotes. */
export const EMPTY_FILE = "Ce fichier est vide.";
export const UNREADABLE_FILE = "Ce fichier ne peut pas être lu sur votre appareil. Choisissez-en un autre.";
export const NOT_AN_IMAGE = "Ce n'est pas une image JPEG, PNG, WebP ou HEIC.";
