/** The Server-Timing header: how long each stage of a request took, in milliseconds. */

/** The stages before the response is created. `transaction` is 0 for a request that needs no statement. */
export interface RequestTiming {
  jwt: number;
  parse: number;
  plan: number;
  transaction: number;
}

/** @param response how long it took to create the response */
export function formatServerTiming(
  { jwt, parse, plan, transaction }: RequestTiming,
  response: number,
): string {
  return Object.entries({ jwt, parse, plan, transaction, response })
    .map(([stage, ms]) => `${stage};dur=${ms.toFixed(1)}`)
    .join(", ");
}
