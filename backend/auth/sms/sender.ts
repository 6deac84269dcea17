/** Sends the text messages of the auth service. */

import { AuthError } from "#backend/auth/errors.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { sendText, type TextGateway } from "#backend/core/text-gateway.ts";

export interface SmsSender {
  /** Rejects with sms_send_failed. */
  send(phone: string, message: string): Promise<void>;
}

export function createSmsSender(gateway: TextGateway, log: Logger): SmsSender {
  return {
    send: async (phone, message) => {
      try {
        await sendText(gateway, { phone, message });
      } catch (error) {
        // The number is left out: only the reason is logged.
        log.warn(
          { reason: error instanceof Error ? error.message : "unknown" },
          "a text message did not leave",
        );
        throw new AuthError(422, "sms_send_failed", "Error sending OTP to provider");
      }
    },
  };
}
