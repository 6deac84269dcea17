/**
 * A stub of XMLHttpRequest for uploads (app/lib/supabase/upload.client.ts) that sends them like all other
 * requests.
 */

type SendRequest = (url: string, init: RequestInit) => Promise<Response>;

export const createXhrStub = (send: SendRequest) =>
  class UploadRequest {
    readonly upload: { onprogress: ((event: { loaded: number }) => void) | null } = { onprogress: null };
    onloadend: (() => void) | null = null;
    status = 0;
    responseText = "";
    #method = "";
    #url = "";
    readonly #headers = new Headers();
    readonly #ended = new AbortController();

    open(method: string, url: string): void {
      this.#method = method;
      this.#url = url;
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }

    abort(): void {
      this.#ended.abort();
    }

    async send(body: Blob): Promise<void> {
      const init = { method: this.#method, headers: this.#headers, body, signal: this.#ended.signal };
      try {
        const response = await send(this.#url, init);
        this.responseText = await response.text();
        this.status = response.status;
        this.upload.onprogress?.({ loaded: body.size });
      } catch {
        // Without a response the status stays 0, as in a browser.
      }
      this.onloadend?.();
    }
  };
