/**
 * The document of a rendered page, beside its Response: as its body, a Response would encode and copy a hundred
 * kilobytes several times before anything reads them.
 */
const documents = new WeakMap<Response, string>();

/** A response without a body, whose document `getRenderedDocument` returns. */
export function createDocumentResponse(document: string, init: ResponseInit): Response {
  const response = new Response(null, init);
  documents.set(response, document);
  return response;
}

/** The document of the response; undefined for a response with a body. */
export function getRenderedDocument(response: Response): string | undefined {
  return documents.get(response);
}
