/**
 * The loaders' data in the document, from which the browser hydrates the page.
 *
 * React Router's `ServerRouter` renders this data by a component that suspends until the next piece of a stream
 * has arrived. Our pages have all their data before they are rendered, so this module reads the stream and
 * writes the same script: the page is rendered in one piece, without suspending twice.
 *
 * Depends on two internals of react-router 8.4.0: the field `serverHandoffStream`, without which `ServerRouter`
 * renders no script for the data, and the name of the browser's stream controller. This module is the only one
 * that depends on them; tests/pages/inline-elements.test.ts fails when they change.
 */
import type { EntryContext } from "react-router";

const UNSAFE_IN_SCRIPT = /[<>&\u2028\u2029]/g;

/** The text of the script with the data; "" without any. Takes the stream out of the context, so that nothing else renders it. */
export async function takeHandoffScript(context: Pick<EntryContext, "serverHandoffStream">): Promise<string> {
  const stream = context.serverHandoffStream;
  if (!stream) return "";
  context.serverHandoffStream = undefined;
  const decoder = new TextDecoder();
  let data = "";
  for await (const bytes of stream) data += decoder.decode(bytes, { stream: true });
  const controller = "window.__reactRouterContext.streamController";
  return `${controller}.enqueue(${toScriptString(data)});${controller}.close();`;
}

/** A JavaScript string literal that cannot end the script element. */
function toScriptString(text: string): string {
  return JSON.stringify(text).replace(
    UNSAFE_IN_SCRIPT,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
