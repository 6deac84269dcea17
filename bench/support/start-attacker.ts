/** Starts the attacker's process. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { AttackedShop } from "./attack.ts";

const PROGRAM = join(import.meta.dirname, "attacker.ts");

export interface Attacker {
  /** The names of the attacks. */
  names: string[];
  pid: number;
  /** Begins an attack. The function ends it, and resolves to the number of answers by their status. */
  attack(name: string): () => Promise<Map<number, number>>;
  end(): void;
}

export async function startAttacker({ url, anonKey, dataDir }: AttackedShop): Promise<Attacker> {
  const child = fork(PROGRAM, [url, anonKey, dataDir]);
  const [names]: string[][] = await once(child, "message");
  return {
    names: names ?? [],
    pid: child.pid ?? 0,
    attack: (name) => {
      child.send(name);
      return async () => {
        const ended = once(child, "message");
        child.send("");
        const [counts]: [number, number][][] = await ended;
        return new Map(counts);
      };
    },
    end: () => child.disconnect(),
  };
}
