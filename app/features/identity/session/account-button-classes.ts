/** The classes of the account button in the header, for visitors and customers. */
export const accountButtonClass =
  "flex min-h-11 shrink-0 items-center gap-2 rounded-md px-1 xs:px-2 font-medium whitespace-nowrap hover:bg-surface-muted max-sm:text-sm";

/** The same width in every state, so that the header does not shift when the session is known. */
export const accountButtonWidthClass = "account-button min-w-24 justify-end xs:min-w-27 sm:min-w-36";
