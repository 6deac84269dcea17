/** For what a signed-in customer asks of the database: a token that it no longer takes does not end in an error. */
import { renewSession } from "./renew-session.ts";

/** PostgREST's codes for a token that cannot be read and for one whose claims, such as its end, do not hold. */
const REFUSED_TOKEN = new Set<unknown>(["PGRST301", "PGRST303"]);

/** What `ask` gives; when the token was refused, asked once more with a new one. Throws what `ask` throws. */
export async function withRenewal<T>(
  connect: () => Promise<Parameters<typeof renewSession>[0]>,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!REFUSED_TOKEN.has(codeOf(error)) || (await renewSession(await connect())) !== "renewed") throw error;
    return ask();
  }
}

/** The code of a failure of postgrest-js, also of one that carries a sentence for the screen around it. */
function codeOf(error: unknown): unknown {
  if (typeof error !== "object" || error === null) return undefined;
  if ("code" in error) return error.code;
  return "cause" in error ? codeOf(error.cause) : undefined;
}
