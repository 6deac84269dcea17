/** For client-rendered pages: explains that the page needs JavaScript. */
export function NoScriptNotice() {
  return (
    <noscript>
      <p className="rounded-md border border-warning bg-warning-soft px-4 py-3 text-sm">
        Cette page a besoin de JavaScript. Activez-le dans votre navigateur, ou appelez-nous pour commander.
      </p>
    </noscript>
  );
}
