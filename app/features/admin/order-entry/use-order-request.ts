/** Sends an order, its change or its split once at a time, and keeps what the database refused. */
import { useState } from "react";
import { getMutationMessage } from "./request-messages.ts";
import { InvalidOrderError } from "./staff-orders.mutations.ts";

export interface OrderRequest {
  isPending: boolean;
  /** By the names of the database's columns. */
  problems: Readonly<Record<string, string>>;
  /** Why nothing was written; null after a success. */
  failure: string | null;
  /** Resolves to null when it failed. */
  send<T>(work: () => Promise<T>): Promise<T | null>;
}

export function useOrderRequest(): OrderRequest {
  const [isPending, setPending] = useState(false);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);

  async function send<T>(work: () => Promise<T>): Promise<T | null> {
    if (isPending) return null;
    setPending(true);
    try {
      const result = await work();
      setProblems({});
      setFailure(null);
      return result;
    } catch (error) {
      console.error("admin: the order could not be saved", error);
      setProblems(error instanceof InvalidOrderError ? error.problems : {});
      setFailure(getMutationMessage(error));
      return null;
    } finally {
      setPending(false);
    }
  }
  return { isPending, problems, failure, send };
}
