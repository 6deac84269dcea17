/**
 * For client-rendered pages: explains that the page needs JavaScript. `advice` ends the sentence with what can be done
 * without it.
 */
export function NoScriptNotice({ advice = ", ou appelez-nous pour commander" }: { advice?: string }) {
  return (
    <noscript>
      <p className="rounded-md border border-warning bg-warning-soft px-4 py-3 text-sm">
        {`Cette page a besoin de JavaScript. Activez-le dans votre navigateur${advice}.`}
      </p>
    </noscript>
  );
}
