/** The mark before the name of an unread item. */
export function UnreadMark({ children }: { children: string }) {
  return (
    <>
      <span aria-hidden className="size-2 shrink-0 rounded-full bg-brand" />
      <span className="sr-only">{children} : </span>
    </>
  );
}
