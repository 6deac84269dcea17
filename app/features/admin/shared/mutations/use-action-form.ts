/** A form in a dialog that does something once, such as closing a day: submitting, and why it was refused. */
import { type FormEventHandler, useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useRevalidator } from "react-router";
import { toUserMessage } from "./user-error.ts";

interface ActionFormOptions<Input extends FieldValues, Values> {
  form: UseFormReturn<Input, unknown, Values>;
  /** The action in the log: «close the drawer». */
  action: string;
  act(values: Values): Promise<unknown>;
  /** Called after the action succeeded; the form stays busy until it resolves. */
  onDone(values: Values): Promise<void>;
}

/** What `EditDialog` takes. */
interface ActionForm {
  onSubmit: FormEventHandler<HTMLFormElement>;
  busy: boolean;
  failure: string | null;
  conflict: null;
}

export function useActionForm<Input extends FieldValues, Values>({
  form,
  action,
  act,
  onDone,
}: ActionFormOptions<Input, Values>): ActionForm {
  const [failure, setFailure] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  const isRefused = useRef(false);
  // Somebody else may have done it meanwhile: a dialog that is left after a refusal shows the screen as it is now.
  useEffect(
    () => () => {
      if (isRefused.current) void revalidate();
    },
    [revalidate],
  );
  const onSubmit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await act(values);
    } catch (error) {
      console.error(`admin: ${action}`, error);
      setFailure(toUserMessage(error));
      isRefused.current = true;
      return;
    }
    isRefused.current = false;
    await onDone(values);
  });
  return { onSubmit, busy: form.formState.isSubmitting, failure, conflict: null };
}
