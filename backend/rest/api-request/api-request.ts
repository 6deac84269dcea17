/** Everything a request asks for, with nothing yet looked up in the schema cache. What its body says is left out. */
import type { Action, Schema } from "./action.ts";
import type { AcceptedType } from "./media-type.ts";
import type { Payload } from "./payload.ts";
import type { Preferences } from "./preferences.ts";
import type { QueryParams } from "./query-params.ts";
import type { Range } from "./range.ts";

export interface Asked {
  action: Action;
  schema: Schema;
  query: QueryParams;
  /** Of the root; embedded resources have theirs in `query`. */
  range: Range;
  preferences: Preferences;
  /** Best first. */
  accept: AcceptedType[];
}

export interface ApiRequest extends Asked {
  /** Null for what has no body. */
  payload: Payload | null;
}
