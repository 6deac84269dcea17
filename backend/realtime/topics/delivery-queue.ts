/**
 * Messages to the members of topics, in their order. Small ones are sent at once; the event loop gets turns during large
 * ones and many, such as the presence of a thousand members that leave together.
 */
import { setImmediate as turn } from "node:timers/promises";
import type { Logger } from "#backend/core/observability/log.ts";
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
    if (!this.#isDelivering) void this.#deliver();
  }

  async #deliver(): Promise<void> {
    this.#isDelivering = true;
    let cost = 0;
    while (this.#messages.length > 0) {
      const messages = this.#messages;
      this.#messages = [];
      for (const message of messages) {
        for (const member of message.members) {
          this.#send(message, member);
          cost += getReceiverCost(1, message.length);
          if (cost < COST_PER_TURN) continue;
          await turn();
          cost = 0;
        }
      }
    }
    this.#isDelivering = false;
  }

  /** Whoever cannot receive it keeps nobody else from receiving it. */
  #send({ send }: Message<Member>, member: Member): void {
    try {
      send(member);
    } catch (error) {
      this.#log.error({ err: error }, "a message could not be delivered");
    }
  }
}
