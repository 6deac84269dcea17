/** Text messages, handed to any provider that takes them by an HTTP POST. */
import type { SmsOptions } from "../../core/auth-options.ts";
import type { Logger } from "../../core/log.ts";
import { AuthError } from "../errors.ts";

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
        // Without the number: only what went wrong.
        log.warn(
          { reason: error instanceof Error ? error.message : "unknown" },
          "a text message did not leave",
        );
        throw new AuthError(422, "sms_send_failed", "Error sending OTP to provider");
      }
    },
  };
}
