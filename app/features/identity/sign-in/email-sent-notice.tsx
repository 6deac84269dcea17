/**
 * Says that a mail has been sent. It takes the focus, which scrolls it into view: it replaces a longer form.
 */
import { type ReactNode, useEffect, useRef } from "react";
import { Notice } from "#app/components/ui/notice.tsx";

export function EmailSentNotice({ title, children }: { title: string; children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    notice.current?.focus();
  }, []);
  return (
    <Notice ref={notice} variant="info" role="status" tabIndex={-1}>
      <p className="font-semibold">{title}</p>
      <p>{children}</p>
    </Notice>
  );
}
