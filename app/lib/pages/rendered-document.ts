/**
 * The document of a rendered page, beside its Response: as its body, a Response would encode and copy a hundred
 * kilobytes several times before anything reads them.
 */
export interface RenderedDocument {
  /** In pieces, which nothing joins. The second is what the application inlines, the same in all documents of a kind. */
  html: readonly [start: string, inlined: string, ...rest: string[]];
  /**
   * The texts of the inline scripts and styles that the application itself wrote: the only ones that the content
   * security policy allows.
   */
  scripts: readonly string[];
  styles: readonly string[];
  /** Whether its scripts may compile WebAssembly: the reader of bar codes, in the admin area. */
  compilesWasm?: boolean;
}

const documents = new WeakMap<Response, RenderedDocument>();

/** A response without a body, whose document `getRenderedDocument` returns. */
export function createDocumentResponse(document: RenderedDocument, init: ResponseInit): Response {
  const response = new Response(null, init);
  documents.set(response, document);
  return response;
}

/** The document of the response; undefined for a response with a body. */
export function getRenderedDocument(response: Response): RenderedDocument | undefined {
  return documents.get(response);
}
