/** Sends an order, its change or its split once at a time, and keeps what the database refused. */
import { type RefObject, useEffect, useRef, useState } from "react";
import { getMutationMessage } from "./request-messages.ts";
import { getColumn, type StaffOrder } from "./staff-order.ts";
import { InvalidOrderError } from "./staff-orders.mutations.ts";

export interface OrderRequest {
  /** Of the form: its first wrong field gets the focus. */
  form: RefObject<HTMLFormElement | null>;
  isPending: boolean;
  /** By the names of the database's columns. */
  problems: Readonly<Record<string, string>>;
  /** Why nothing was written; null after a success. */
  failure: string | null;
  /** What was refused no longer holds for a field that is changed. */
  forget(values: Partial<StaffOrder>): void;
  /** Resolves to null when it failed. */
  send<T>(work: () => Promise<T>): Promise<T | null>;
}

export function useOrderRequest(): OrderRequest {
  const form = useRef<HTMLFormElement>(null);
  const [isPending, setPending] = useState(false);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  /** The columns that were changed since. They stay in `problems`, whose change would move the focus. */
  const [forgotten, setForgotten] = useState<ReadonlySet<string>>(new Set());

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
      setForgotten(new Set());
      setPending(false);
    }
  }

  function forget(values: Partial<StaffOrder>) {
    const columns = Object.keys(values).map(getColumn);
    if (columns.some((column) => column in problems)) setForgotten(new Set([...forgotten, ...columns]));
  }

  return {
    form,
    isPending,
    problems: Object.fromEntries(Object.entries(problems).filter(([column]) => !forgotten.has(column))),
    failure: forgotten.size > 0 ? null : failure,
    forget,
    send,
  };
}
