import { useEffect, useRef } from "react";

/** Moves the focus to the first invalid field in the order of the screen, after it is rendered as invalid. */
export function useErrorFocus() {
  const form = useRef<HTMLFormElement>(null);
  const isPending = useRef(false);
  useEffect(() => {
    const invalidField =
      isPending.current && form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!invalidField) return;
    isPending.current = false;
    invalidField.focus();
  });
  return {
    form,
    focusFirstError() {
      isPending.current = true;
    },
  };
}
