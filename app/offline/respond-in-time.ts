/** How long a page waits for the network, as the service worker decides it. */

/** A network that is dead, though the browser says that there is one, would let a page wait for minutes. */
const MAX_WAIT_MS = 8000;

/**
 * The page of the network; what is stored of it when the network fails or takes too long, and the offline page when
 * it fails and nothing is stored. A slow network is waited for as long as nothing is stored.
 */
export async function respondInTime(
  network: Promise<Response>,
  findStored: () => Promise<Response | undefined>,
  createOfflinePage: () => Promise<Response>,
): Promise<Response> {
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), MAX_WAIT_MS));
  const inTime = await Promise.race([network, timeout]).catch(() => null);
  return inTime ?? (await findStored()) ?? network.catch(createOfflinePage);
}
