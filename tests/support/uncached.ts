/**
 * The options of a request whose page is rendered again: a request with credentials is neither answered from the page
 * cache nor stored in it.
 */
export const UNCACHED = { headers: { authorization: "Basic dGVzdDp0ZXN0" } };
