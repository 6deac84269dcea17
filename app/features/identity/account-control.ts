/** The looks of the account control in the header, for visitors and for customers. */
export const control =
  "flex min-h-11 shrink-0 items-center gap-2 rounded-md px-2 font-medium whitespace-nowrap hover:bg-sand-deep max-sm:text-sm";

/** The same in every state, so that the header does not move when the session is known. */
export const width = "min-w-27 justify-end sm:min-w-36";
