/** The parsed request, before any lookup in the schema cache and without the contents of its body. */

import type { AcceptedType } from "./accept.ts";
import type { Action, Schema } from "./action.ts";
import type { Payload } from "./payload.ts";
import type { Preferences } from "./preferences.ts";
import type { QueryParams } from "./query-params.ts";
import type { QuerySize } from "./query-size.ts";
import type { Range } from "./range.ts";

export interface ApiRequestHead {
  action: Action;
  schema: Schema;
  query: QueryParams;
  size: QuerySize;
  /** The range of the root; embedded resources have theirs in `query`. */
  range: Range;
  preferences: Preferences;
  /** Best first. */
  accept: AcceptedType[];
}

export interface ApiRequest extends ApiRequestHead {
  /** Null for requests without a body. */
  payload: Payload | null;
}
