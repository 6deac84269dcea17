/** The payment methods: their labels, and which of them the checkout offers. */
import type { PaymentMethod } from "#app/lib/supabase/database.types.ts";

interface PaymentMethodTexts {
  label: string;
  /** How it works, for the checkout; only methods with this text are offered there. */
  checkoutHint?: string;
}

export const paymentMethods: Readonly<Record<PaymentMethod, PaymentMethodTexts>> = {
  cod: {
    label: "Paiement à la livraison",
    checkoutHint: "Vous vérifiez vos articles, puis vous payez le livreur en espèces.",
  },
  bank_transfer: { label: "Virement bancaire" },
  mobile_money: { label: "Mobile money" },
};

/** The label of a stored method; any other text unchanged, which another client may have written. */
export function getPaymentLabel(method: string): string {
  return isPaymentMethod(method) ? paymentMethods[method].label : method;
}

function isPaymentMethod(method: string): method is PaymentMethod {
  return Object.hasOwn(paymentMethods, method);
}
