/**
 * Messages to the members of topics, in their order. Small ones are sent at once; the event loop gets turns during large
 * ones and many, such as the presence of a thousand members that leave together.
 */
import { setImmediate as turn } from "node:timers/promises";
import type { Logger } from "#backend/core/log.ts";
import { getReceiverCost } from "#backend/realtime/config.ts";

/** What one turn of the event loop sends, as the limits count it: some milliseconds. */
const COST_PER_TURN = 256;

interface Message<Member> {
  /** The members when it was sent: whoever joins later has another state. */
  members: Member[];
  /** In characters. */
  length: number;
  send(member: Member): void;
}

export class DeliveryQueue<Member> {
  readonly #log: Logger;
  #messages: Message<Member>[] = [];
  #isDelivering = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  add(message: Message<Member>): void {
    this.#messages.push(message);
    if (this.#isDelivering) return;
    this.#deliver().catch((error: unknown) =>
      this.#log.error({ err: error }, "messages could not be delivered"),
    );
  }

  async #deliver(): Promise<void> {
    this.#isDelivering = true;
    let cost = 0;
    try {
      while (this.#messages.length > 0) {
        const messages = this.#messages;
        this.#messages = [];
        for (const { members, length, send } of messages) {
          for (const member of members) {
            send(member);
            cost += getReceiverCost(1, length);
            if (cost < COST_PER_TURN) continue;
            await turn();
            cost = 0;
          }
        }
      }
    } finally {
      this.#isDelivering = false;
    }
  }
}
