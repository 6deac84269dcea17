/**
 * The design tokens: the shop's colours, radii, shadows and widths, named by their purpose. This is the only
 * hand-written file that contains colours. `npm run generate` writes app/styles/tokens.css from it; the web
 * manifest, the offline pages, the mails and the image generator import it.
 *
 * Each name is that of a theme variable of Tailwind: `colorBrandSoft` is `--color-brand-soft`, used as
 * `bg-brand-soft`. Each token is an export of its own, so that a bundle contains only those that it uses. The
 * `strong` variant of a colour is for text on its `soft` variant, or for an element under the pointer.
 *
 * Tokens of different purposes may have the same value today, such as `accent` and `warning`, or `brand-soft` and
 * `danger-soft`: a new value of one must not change the other.
 */

/** The shop's own colour: main buttons, links, the current choice. */
export const colorBrand = "#b8391a";
export const colorBrandStrong = "#932a10";
export const colorBrandSoft = "#fbeae3";

/** Draws attention to offers, new products and counts. */
export const colorAccent = "#f4b223";
export const colorAccentStrong = "#ffc847";
export const colorAccentSoft = "#fdf0cf";

export const colorSuccess = "#1b7f4b";
export const colorSuccessStrong = "#14663b";
export const colorSuccessSoft = "#e3f2e9";

export const colorWarning = "#f4b223";
export const colorWarningStrong = "#8f4a00";
export const colorWarningSoft = "#fdf0cf";

export const colorDanger = "#a3161b";
export const colorDangerSoft = "#fbeae3";

export const colorInfo = "#1f4fa3";
export const colorInfoSoft = "#e4ecf9";

/** The background of an order's status that is neither delivered nor in progress, in the customer's own list. */
export const colorPendingSoft = "#fdebd6";

/** The stars of a rating. */
export const colorRating = "#d98e04";
export const colorRatingEmpty = "#ddd0bb";

/** Text, dark surfaces and the outline of the focused element. */
export const colorForeground = "#1d1a17";
/** Secondary text. */
export const colorMuted = "#5f564c";
/** Text on a dark surface. */
export const colorInverse = "#dcd3c6";
export const colorInverseMuted = "#b8ab9a";

/** The page, and what lies on it in white: cards, fields, menus. */
export const colorSurface = "#faf6ef";
export const colorSurfaceMuted = "#f1e9dc";
export const colorWhite = "#fff";

export const colorBorder = "#e5dbcb";
/** The border of controls, which has the contrast that they need. */
export const colorBorderStrong = "#8f8371";

/** What covers the page behind a dialog. */
export const colorBackdrop = `${colorForeground}80`;

export const radiusSm = "6px";
export const radiusMd = "8px";
export const radiusLg = "10px";
export const radiusCard = "14px";
export const radiusXl = "20px";

/** Menus and dialogs. */
export const shadowLg = `0 8px 28px ${colorForeground}2e`;
/** What floats over the page, such as toasts. */
export const shadowFloat = `0 6px 20px ${colorForeground}47`;
/** A card under the pointer. */
export const shadowLift = `0 4px 14px ${colorForeground}1a`;
/** A bar at the bottom of the window. */
export const shadowBar = `0 -4px 16px ${colorForeground}1a`;
/** The handle of a slider. */
export const shadowHandle = `0 1px 4px ${colorForeground}66`;

export const containerLg = "512px";
export const containerProse = "68ch";
/** A card with one form, such as the sign-in. */
export const containerForm = "480px";
/** An order as a document. */
export const containerDocument = "800px";
export const containerAdmin = "1200px";
export const containerPage = "1240px";

/** A page's main column, and a narrow one beside it. */
export const gridTemplateColumnsAside = "1fr 360px";
