/** The photo that a courier took of a delivery, shown when it is asked for. */
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { toastError } from "#app/components/ui/toast/toast.ts";
import { getStorageClient } from "#app/lib/supabase/storage.client.ts";
import { findPhotoUrl } from "./delivery-photos.queries.ts";

interface DeliveryPhotoProps {
  order: { id: string; number: string };
  eventId: string;
}

export function DeliveryPhoto({ order, eventId }: DeliveryPhotoProps) {
  const [url, setUrl] = useState<string | null>(null);
  if (url) return <img src={url} alt={`Livraison de ${order.number}`} className="max-h-60 rounded-md" />;
  return (
    <Button
      variant="outline"
      className="justify-self-start"
      onClick={async () => {
        const found = await findPhotoUrl(await getStorageClient(), order.id, eventId);
        if (found) setUrl(found);
        else toastError("Cette livraison n'a pas de photo");
      }}
    >
      Photo<span className="sr-only"> de {order.number}</span>
    </Button>
  );
}
