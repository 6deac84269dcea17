/** The transport of text messages: the gateway that the auth service sends its codes through, too. */
import { sendText, type TextGateway, TextGatewayError } from "#backend/core/text-gateway.ts";
import { DeliveryError, type DeliveryFault } from "./delivery-error.ts";
import type { Transport } from "./transport.ts";

/** The gateway does not take this message; any other status is about the gateway, or the shop's account there. */
const REFUSED_MESSAGE = [400, 404, 410, 413, 422];

export function createTextTransport(gateway: TextGateway): Transport {
  return {
    isLocal: false,
    send: async ({ text }, { to }, signal) => {
      try {
        await sendText(gateway, { phone: to, message: toPlainSpaces(text) }, signal);
      } catch (error) {
        if (signal.aborted) throw new DeliveryError("No answer (EABORT)", "interrupted");
        if (!(error instanceof TextGatewayError)) throw error;
        const { status } = error;
        if (status === null) throw new DeliveryError("No answer (ESMS)", "server");
        const fault: DeliveryFault = REFUSED_MESSAGE.includes(status) ? "permanent" : "server";
        throw new DeliveryError(`The provider of text messages answered ${status}`, fault);
      }
    },
    close: async () => {},
  };
}

/** One character that GSM does not have makes a message cost twice. */
function toPlainSpaces(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, " ");
}
