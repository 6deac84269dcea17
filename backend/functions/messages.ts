/** What the host and a function's thread tell each other. `id` numbers the requests of a thread. */
export interface Call {
  kind: "call";
  id: number;
  url: string;
  method: string;
  headers: [name: string, value: string][];
  body: Uint8Array<ArrayBuffer> | null;
}

/** Nobody reads the answer any more. */
interface Cancel {
  kind: "cancel";
  id: number;
}

export type ToThread = Call | Cancel;

export type ToHost =
  /** The function's file is loaded and serves; or it does not. */
  | { kind: "ready" }
  | { kind: "unfit"; error: string }
  | {
      kind: "answer";
      id: number;
      status: number;
      statusText: string;
      headers: [string, string][];
      isEmpty: boolean;
    }
  | { kind: "chunk"; id: number; bytes: Uint8Array }
  | { kind: "end"; id: number }
  /** The handler threw, or the body of its answer broke. */
  | { kind: "failed"; id: number; error: string }
  /** Work that goes on when the answers are out. */
  | { kind: "background"; pending: number };
