/** Says that a mail is under way. Takes the focus, and with it the screen: the form that stood here is gone. */
import { type ReactNode, useEffect, useRef } from "react";
import { Notice } from "../../components/ui/notice.tsx";

export function MailNotice({ title, children }: { title: string; children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    notice.current?.focus();
  }, []);
  return (
    <Notice ref={notice} tone="info" role="status" tabIndex={-1}>
      <p className="font-semibold">{title}</p>
      <p>{children}</p>
    </Notice>
  );
}
