/** In the account: a professional asks for their prices with their trade, and sees what became of it. */

import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { showErrors } from "#app/lib/forms/show-errors.ts";
import { describeFailure } from "#app/lib/supabase/failure-message.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { requestPriceList } from "./price-list.mutations.ts";
import { findPriceListRequest, type PriceListRequest } from "./price-list.queries.ts";

const TRADE_REQUIRED = "Indiquez votre métier";
const NOT_SENT = "La demande n'a pas pu être envoyée. Réessayez.";

type State = { status: "loading" | "failed" } | { status: "ready"; request: PriceListRequest | null };

export function PriceListPanel({ userId }: { userId: string }) {
  const [state, setState] = useState<State>({ status: "loading" });
  /** The current request: the result of an earlier one (another account, an unmounted page) is ignored. */
  const requestId = useRef(0);
  const load = useCallback(async () => {
    requestId.current += 1;
    const id = requestId.current;
    setState({ status: "loading" });
    try {
      const request = await findPriceListRequest(getSupabase(), userId);
      if (id === requestId.current) setState({ status: "ready", request });
    } catch (error) {
      if (id !== requestId.current) return;
      console.error("account: the request for a price list could not be read", error);
      setState({ status: "failed" });
    }
  }, [userId]);
  useEffect(() => {
    void load();
    return () => {
      requestId.current += 1;
    };
  }, [load]);
  return (
    <section aria-labelledby="price-list" className="card grid gap-4 p-4 sm:p-6">
      <div>
        <h2 id="price-list" className="text-xl">
          Prix professionnels
        </h2>
        <p className="text-muted">
          Pour les artisans et les entreprises du bâtiment, après accord de la boutique.
        </p>
      </div>
      {state.status === "loading" && <p role="status">Chargement de votre demande...</p>}
      {state.status === "failed" && (
        <Notice variant="error" role="alert" className="grid justify-items-start gap-2">
          <p className="font-semibold">Votre demande n'a pas pu être chargée.</p>
          <Button variant="outline" onClick={() => void load()}>
            Réessayer
          </Button>
        </Notice>
      )}
      {state.status === "ready" && <RequestState request={state.request} onSent={load} />}
    </section>
  );
}

function RequestState({ request, onSent }: { request: PriceListRequest | null; onSent(): Promise<void> }) {
  if (request?.state === "granted") {
    return (
      <Notice variant="info">
        {request.price_lists?.is_active
          ? `Vous avez les prix professionnels (${request.trade}). Ils sont sur les pages des produits, dans votre panier et dans vos commandes.`
          : `La boutique a suspendu vos prix professionnels (${request.trade}). En attendant, vous avez les prix de tout le monde.`}
      </Notice>
    );
  }
  if (request?.state === "requested") {
    return (
      <Notice variant="info">
        Votre demande est enregistrée ({request.trade}). La réponse de la boutique sera ici, et par e-mail si
        votre compte a une adresse.
      </Notice>
    );
  }
  return (
    <>
      {request && (
        <Notice variant="warning">
          <p>
            {request.state === "withdrawn"
              ? "Vous n'avez plus les prix professionnels"
              : "Votre demande a été refusée"}
            &nbsp;: {request.reason}
          </p>
          <p>Vous pouvez refaire votre demande.</p>
        </Notice>
      )}
      <RequestForm trade={request?.trade ?? ""} onSent={onSent} />
    </>
  );
}

function RequestForm({ trade: known, onSent }: { trade: string; onSent(): Promise<void> }) {
  const [trade, setTrade] = useState(known);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (trade.trim().length < 2) return showErrors(form, () => setProblem(TRADE_REQUIRED));
    setBusy(true);
    try {
      await requestPriceList(getSupabase(), trade);
      toast({ title: "Demande envoyée" });
      await onSent();
    } catch (error) {
      console.error("account: the price list could not be asked for", error);
      showErrors(form, () => setProblem(describeFailure(error, NOT_SENT)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate method="post" onSubmit={send} className="grid gap-4">
      <TextField
        label="Votre métier"
        hint="Par exemple : plombier à Bobo-Dioulasso, entreprise de bâtiment."
        maxLength={200}
        value={trade}
        error={problem}
        onChange={(event) => {
          setTrade(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <BusyButton type="submit" variant="outline" className="justify-self-start" busy={busy}>
        {busy ? "Envoi..." : "Demander les prix professionnels"}
      </BusyButton>
    </form>
  );
}
