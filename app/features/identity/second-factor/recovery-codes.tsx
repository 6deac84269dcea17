/** Recovery codes when they have just been created: the only time that they are shown. */
import { useEffect, useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";

export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept(): void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      toast({ title: "Codes copiés" });
    } catch {
      toastError("Les codes n'ont pas pu être copiés. Notez-les.");
    }
  }

  return (
    <section aria-labelledby="recovery-codes" className="grid gap-4">
      <h3 id="recovery-codes" ref={title} tabIndex={-1} className="text-lg outline-none">
        Vos codes de secours
      </h3>
      <p className="text-sm text-muted">
        Gardez-les hors de ce téléphone ou de cet ordinateur. Chacun remplace une fois le code de
        l'application, si vous la perdez. Ils ne seront plus affichés.
      </p>
      <ol className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-md bg-surface-muted p-4 xs:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="whitespace-nowrap">{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 *:grow">
        <Button variant="outline" onClick={() => void copy()}>
          Copier
        </Button>
        <Button variant="primary" onClick={onKept}>
          J'ai gardé ces codes
        </Button>
      </div>
    </section>
  );
}
