/** Listens to one of Postgres's notification channels, from the first use until the end. */

/** The listener of the driver. It reconnects by itself. Rejects when there is no database. */
export interface NotificationSource {
  listen(channel: string, onNotify: (text: string) => void, onConnected?: () => void): Promise<unknown>;
}

interface NotificationHandlers {
  onNotify(text: string): void;
  /** The connection is up, for the first time or again. */
  onConnected?(): void;
}

/**
 * Returns a function that starts listening, once however often it is called, and resolves when every later
 * notification will be received. It rejects without a database; the next call tries again.
 */
export function listenOnce(
  source: NotificationSource,
  channel: string,
  { onNotify, onConnected }: NotificationHandlers,
): () => Promise<void> {
  let listening: Promise<unknown> | null = null;
  return async () => {
    listening ??= attempt();
    await listening;
  };

  /** The driver resumes failed attempts once the database is back: only the latest attempt counts. */
  function attempt(): Promise<unknown> {
    const current: Promise<unknown> = source
      .listen(
        channel,
        (text) => listening === current && onNotify(text),
        () => listening === current && onConnected?.(),
      )
      .catch((error: unknown) => {
        if (listening === current) listening = null;
        throw error;
      });
    return current;
  }
}
