/** Hears what is notified on one of Postgres's channels, from when it is first needed until the end. */

/** Of the driver: it listens again by itself when the connection was lost. Rejects when there is no database. */
export interface Ear {
  listen(channel: string, onNotify: (text: string) => void, onConnected?: () => void): Promise<unknown>;
}

interface Hearing {
  onNotify(text: string): void;
  /** The connection is there, for the first time or again. */
  onConnected?(): void;
}

/**
 * Returns what begins to listen, once however often it is called, and resolves when everything notified from then on is
 * heard. It rejects without a database; the next call tries again.
 */
export function listenOnce(
  ear: Ear,
  channel: string,
  { onNotify, onConnected }: Hearing,
): () => Promise<void> {
  let listening: Promise<unknown> | null = null;
  return async () => {
    listening ??= attempt();
    await listening;
  };

  /** The driver goes on with attempts that failed, once the database is back: only the last one is listened to. */
  function attempt(): Promise<unknown> {
    const current: Promise<unknown> = ear
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
