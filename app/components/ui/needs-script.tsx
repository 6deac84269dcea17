/** For pages that live in the browser: says why nothing more appears where scripts are switched off. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="rounded-md border border-sun bg-sun-soft px-4 py-3 text-sm">
        Cette page a besoin de JavaScript. Activez-le dans votre navigateur, ou appelez-nous pour commander.
      </p>
    </noscript>
  );
}
