/**
 * The bucket of the uploaded images, and the widths in which the shop shows them. The storage service renders
 * no others (server.ts): each of them is work that any visitor can ask for.
 */
export const IMAGE_BUCKET = "product-pictures";
export const IMAGE_WIDTHS = [320, 640] as const;
