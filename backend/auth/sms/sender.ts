/** Sends text messages through any gateway with an HTTP POST API. */

import type { SmsOptions } from "#backend/auth/auth-options.ts";
import { AuthError } from "#backend/auth/errors.ts";
import type { Logger } from "#backend/core/log.ts";

export interface SmsSender {
  /** Rejects with sms_send_failed. */
  send(phone: string, message: string): Promise<void>;
}

const TIMEOUT_MS = 5_000;

export function createSmsSender({ url, body, authorization }: SmsOptions, log: Logger): SmsSender {
  const isJson = body.trimStart().startsWith("{") || body.trimStart().startsWith("[");
  return {
    send: async (phone, message) => {
      const filled = (template: string, write: (value: string) => string) =>
        template.replaceAll("{phone}", () => write(phone)).replaceAll("{message}", () => write(message));
      try {
        const response = await fetch(filled(url, encodeURIComponent), {
          method: "POST",
          body: filled(body, isJson ? (value) => JSON.stringify(value).slice(1, -1) : encodeURIComponent),
          headers: {
            "content-type": isJson ? "application/json" : "application/x-www-form-urlencoded",
            ...(authorization && { authorization }),
          },
          redirect: "error",
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        await response.body?.cancel();
        if (!response.ok) throw new Error(`The provider answered ${response.status}`);
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
