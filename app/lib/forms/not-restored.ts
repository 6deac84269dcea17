/**
 * The attributes of a field in the server's HTML of a private form. A reload, or the back button, would restore what
 * was in it, which another customer of this browser may have typed; the browser does so while it reads the HTML, and
 * only without this value. Once the account is known, the field has its own, for autofill.
 */
export const NOT_RESTORED = { autoComplete: "off" } as const;
