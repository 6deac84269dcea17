/** The messages between the host and a function's thread. `id` numbers the requests of a thread. */
export interface CallMessage {
  kind: "call";
  id: number;
  url: string;
  method: string;
  headers: [name: string, value: string][];
  body: Uint8Array<ArrayBuffer> | null;
}

/** The response is not read any more. */
interface CancelMessage {
  kind: "cancel";
  id: number;
}

export type MessageToThread = CallMessage | CancelMessage;

export type MessageToHost =
  /** The function's file is loaded and has a handler, or it could not be loaded. */
  | { kind: "ready" }
  | { kind: "boot-failed"; error: string }
  | {
      kind: "response";
      id: number;
      status: number;
      statusText: string;
      headers: [string, string][];
      isEmpty: boolean;
    }
  | { kind: "chunk"; id: number; bytes: Uint8Array }
  | { kind: "end"; id: number }
  /** The handler threw, or the body of its response failed. */
  | { kind: "failed"; id: number; error: string }
  /** The number of tasks of EdgeRuntime.waitUntil, which may outlive the responses. */
  | { kind: "background"; pending: number };
