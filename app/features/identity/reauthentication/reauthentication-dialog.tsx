/**
 * «Confirmez que c'est vous»: asks for the password or a code over the open screen, whose input stays. The request that
 * was refused knows no screen.
 */
import { useEffect, useRef, useState } from "react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { openDialog } from "#app/components/dialog/open-dialog.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { type Result, toResult } from "#app/lib/result.ts";
import { type AccountProof, loadAccountProof } from "./account-proof.ts";
import { ProofForm } from "./proof-form.tsx";

/** What several requests that were refused at the same time wait for. */
let asking: Promise<boolean> | null = null;

/** Resolves to whether the user has shown that it is them; to false when they closed the dialog. */
export function openReauthenticationDialog(): Promise<boolean> {
  asking ??= openDialog<boolean>((close) => (
    <ReauthenticationDialog onProven={() => close(true)} onClose={() => close(false)} />
  )).finally(() => {
    asking = null;
  });
  return asking;
}

function ReauthenticationDialog({ onProven, onClose }: { onProven(): void; onClose(): void }) {
  const [proof, setProof] = useState<Result<AccountProof> | null>(null);
  const content = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (proof === null) void toResult("account proof", loadAccountProof()).then(setProof);
  }, [proof]);

  // The dialog opens before the form is known, with the focus on its button «Fermer».
  useEffect(() => {
    if (proof?.ok) content.current?.querySelector<HTMLInputElement>("input:not([hidden])")?.focus();
  }, [proof]);

  return (
    <Dialog title="Confirmez que c'est vous" onClose={onClose} closeOnBackdrop={false}>
      <div ref={content} className="grid gap-4">
        <p className="text-sm text-muted">
          Cette action est sensible et votre connexion date de plus de dix minutes. Ce que vous avez saisi est
          conservé.
        </p>
        {proof === null && <div role="status" aria-label="Chargement" className="skeleton h-28 rounded-md" />}
        {proof?.ok === false && (
          <Notice variant="error" role="alert" className="grid justify-items-start gap-2">
            <p className="font-semibold">Votre compte n'a pas pu être chargé.</p>
            <Button variant="outline" onClick={() => setProof(null)}>
              Réessayer
            </Button>
          </Notice>
        )}
        {proof?.ok && (
          <ProofForm
            proof={proof.value}
            action="Confirmer"
            variant="primary"
            onProven={async () => onProven()}
          />
        )}
      </div>
    </Dialog>
  );
}
