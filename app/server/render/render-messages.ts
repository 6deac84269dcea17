/** What the render thread and its host call of each other. */
import type { RouteSearchParams } from "#app/lib/pages/route-search-params.ts";
import type { PageBytes, SiteAddresses } from "#app/server/page-encoder.ts";
import type { PageRequest } from "#app/server/page-handler.ts";

/** The data of the render thread: everything of the shop's settings that pages need. */
export interface RenderThreadData extends SiteAddresses {
  supabase: { url: string; anonKey: string };
  publicSupabaseUrl: string;
  /** Whether the host answers requests to Supabase; otherwise the thread sends them over the network. */
  isBackendInHost: boolean;
}

export interface ThreadFunctions {
  /** Resolves once the thread's modules are loaded, with what its routes read. Pages are rendered after it. */
  start(data: RenderThreadData): Promise<RouteSearchParams[]>;
  /** @param page what its requests to the backend are part of */
  render(request: PageRequest, page: number): Promise<PageBytes>;
  /** To be called with the tags of each change before a page is rendered that must show it; null stands for all. */
  forgetShared(tags: readonly string[] | null): void;
}

export interface HostFunctions {
  fetch(request: TransferredRequest): Promise<TransferredResponse>;
  log(level: "error" | "warn", text: string): void;
}

interface TransferredRequest {
  /** The page that needs it. */
  page: number | null;
  url: string;
  method: string;
  headers: [name: string, value: string][];
  body: string | null;
}

interface TransferredResponse {
  status: number;
  headers: [name: string, value: string][];
  body: ArrayBuffer;
}
