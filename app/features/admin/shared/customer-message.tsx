/** Telling a customer where their order is by WhatsApp: the text is filled in, so that one tap sends it. */
import { useEffect, useState } from "react";
import { buttonClass } from "#app/components/ui/button.tsx";
import { WhatsappIcon } from "#app/components/ui/whatsapp-icon.tsx";
import { getOrderChatLink } from "#app/lib/models/order-messages.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { getCustomerMessage } from "./customer-message.queries.ts";

interface CustomerMessageProps {
  orderId: string;
  phone: string;
}

/** It has the order's version as its key, so that a change loads the text again. Nothing until the text is known, for a text that is no number, and for an order about which there is nothing to tell. */
export function CustomerMessage({ orderId, phone }: CustomerMessageProps) {
  const [text, setText] = useState<string | null>(null);

  useEffect(() => {
    let isCurrent = true;
    getCustomerMessage(getSupabase(), orderId)
      .then((message) => isCurrent && setText(message))
      .catch((error: unknown) => console.error("admin: the message to the customer", error));
    return () => {
      isCurrent = false;
    };
  }, [orderId]);

  const link = text === null ? null : getOrderChatLink(phone, text);
  if (text === null || link === null) return null;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" title={text} className={buttonClass("whatsapp")}>
      <WhatsappIcon />
      Prévenir le client
    </a>
  );
}
