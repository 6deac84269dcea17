/**
 * The threads that hash passwords, and those who wait for them. libuv's own would be the wrong place: four of them
 * serve everybody's signatures, files and compression, at everybody's priority. A thread weighs some 15 MB, so that it
 * goes when nobody has signed in for a while.
 */
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { AuthError } from "./errors.ts";
import type { PasswordAnswer, PasswordTask } from "./password-thread.ts";

const THREAD = join(import.meta.dirname, "password-thread.ts");
const IDLE_MS = 60_000;

interface Asked {
  task: PasswordTask;
  resolve(answer: PasswordAnswer): void;
  reject(error: unknown): void;
}

export class PasswordThreads {
  readonly #mostThreads: number;
  readonly #mostWaiting: number;
  readonly #waiting: Asked[] = [];
  /** Each gives an idle thread its next task; none sends it away. */
  readonly #idle: ((next: Asked | undefined) => void)[] = [];
  #threads = 0;

  constructor(most: { threads: number; waiting: number }) {
    this.#mostThreads = most.threads;
    this.#mostWaiting = most.waiting;
  }

  /** Who comes first is served first. Rejects with an AuthError (503) when too many wait. */
  ask(task: PasswordTask): Promise<PasswordAnswer> {
    return new Promise((resolve, reject) => {
      const asked = { task, resolve, reject };
      // The one that worked last: those that are not needed go.
      const idle = this.#idle.pop();
      if (idle) idle(asked);
      else if (this.#threads < this.#mostThreads) void this.#work(asked);
      else if (this.#waiting.length < this.#mostWaiting) this.#waiting.push(asked);
      else {
        const message = "Too many sign-ins at once, try again shortly";
        reject(new AuthError(503, "over_request_rate_limit", message));
      }
    });
  }

  /** A thread's life, which begins with work. */
  async #work(first: Asked): Promise<void> {
    this.#threads += 1;
    const thread = new Worker(THREAD);
    for (let asked: Asked | undefined = first; asked; asked = this.#waiting.shift() ?? (await this.#rest())) {
      thread.ref();
      thread.postMessage(asked.task);
      try {
        const [answer]: PasswordAnswer[] = await once(thread, "message");
        asked.resolve(answer ?? false);
      } catch (error) {
        // It is gone. Those who wait shall have another.
        asked.reject(error);
        const next = this.#waiting.shift();
        this.#threads -= 1;
        if (next) void this.#work(next);
        return;
      }
      // An idle thread keeps no process alive.
      thread.unref();
    }
    this.#threads -= 1;
    await thread.terminate();
  }

  #rest(): Promise<Asked | undefined> {
    return new Promise((resolve) => {
      const next = (asked: Asked | undefined) => {
        clearTimeout(patience);
        resolve(asked);
      };
      const patience = setTimeout(() => {
        this.#idle.splice(this.#idle.indexOf(next), 1);
        next(undefined);
      }, IDLE_MS).unref();
      this.#idle.push(next);
    });
  }
}
