/** The field of the back office's forms for the address of a picture that may be absent. */
import * as z from "zod/mini";
import { isPictureAddress } from "../../lib/picture-address.ts";
import { tidied } from "../../lib/typed-text.ts";

/** Null when empty; `message` for what is no address of a picture. */
export function optionalPicture(message: string) {
  return z.pipe(
    z.string().check(
      tidied(),
      z.refine((url) => url === "" || isPictureAddress(url), message),
    ),
    z.transform((url) => url || null),
  );
}
