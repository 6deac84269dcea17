/**
 * The paths of the shop's pages whose data is not the server's: a navigation to one requests only files. They are
 * listed here because the browser must know them before it has loaded the page's module; a test compares them with
 * the route modules.
 */
export const CLIENT_RENDERED_PAGE =
  /^\/(account|order-confirmation|reset-password|review|checkout|login|suivi)/;
