/** Sends an order, its change or its split once at a time, and keeps what the database refused. */
import { type RefObject, useEffect, useRef, useState } from "react";
import { getMutationMessage } from "./request-messages.ts";
import { InvalidOrderError } from "./staff-orders.mutations.ts";

export interface OrderRequest {
  /** Of the form: its first wrong field gets the focus. */
  form: RefObject<HTMLFormElement | null>;
  isPending: boolean;
  /** By the names of the database's columns. */
  problems: Readonly<Record<string, string>>;
  /** Why nothing was written; null after a success. */
  failure: string | null;
  /** Resolves to null when it failed. */
  send<T>(work: () => Promise<T>): Promise<T | null>;
}

export function useOrderRequest(): OrderRequest {
  const form = useRef<HTMLFormElement>(null);
  const [isPending, setPending] = useState(false);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    if (Object.keys(problems).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

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
  return { form, isPending, problems, failure, send };
}
