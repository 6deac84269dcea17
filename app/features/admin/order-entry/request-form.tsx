/** The form of an order, of its change or its split: the bar of its buttons, and why the last try failed. */
import type { ReactNode } from "react";
import { Notice } from "#app/components/ui/notice.tsx";
import type { OrderRequest } from "./use-order-request.ts";

interface RequestFormProps {
  request: OrderRequest;
  bar?: ReactNode;
  children: ReactNode;
}

export function RequestForm({ request, bar, children }: RequestFormProps) {
  return (
    <form
      ref={request.form}
      noValidate
      method="post"
      onSubmit={(event) => event.preventDefault()}
      className="grid gap-4"
    >
      {bar && <div className="admin-save-bar flex-wrap">{bar}</div>}
      {request.failure && (
        <Notice variant="error" role="alert">
          {request.failure}
        </Notice>
      )}
      {children}
    </form>
  );
}
