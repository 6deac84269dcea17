/**
 * The uploads of files of one row: one after the other in the order of selection, since parallel uploads
 * would share the same slow connection. A stored file leaves the list; a failed upload stays and can be
 * retried.
 */

import { useEffect, useRef, useState } from "react";
import { UNREADABLE_FILE } from "#app/lib/images/file-errors.ts";
import { randomId } from "#app/lib/random-id.ts";
import type { PreparedFile, UploadResult } from "./send-file.ts";
import { prepareImage, uploadImage } from "./upload-image.ts";

type UploadStep =
  | { step: "waiting" }
  | { step: "preparing" }
  | { step: "sending"; percent: number }
  /** Can be retried. */
  | { step: "failed"; message: string }
  /** A retry would be rejected again. */
  | { step: "rejected"; message: string };

export type FileUpload = { id: string; name: string } & UploadStep;

interface UploadJob {
  id: string;
  file: File;
  /** Null until it is prepared: a retry sends the same file under the same name. */
  prepared: PreparedFile | null;
  abortController: AbortController;
}

export interface FileUploads {
  uploads: readonly FileUpload[];
  add(files: Iterable<File>): void;
  retry(id: string): void;
  /** Aborts an upload, or removes a failed one. */
  remove(id: string): void;
  removeAll(): void;
}

/** What is done with each file. */
interface FileHandling {
  /** Resolves to a message when the file cannot be accepted. */
  prepare(file: File): Promise<PreparedFile | string>;
  send(file: PreparedFile, onProgress: (percent: number) => void, signal: AbortSignal): Promise<UploadResult>;
  onUploaded(url: string, file: File): void;
}

/** `folder` is the id of the row; `onUploaded` receives the URL of each stored image. */
export function useImageUploads(folder: string, onUploaded: (url: string) => void): FileUploads {
  return useFileUploads({ prepare: (file) => prepareImage(folder, file), send: uploadImage, onUploaded });
}

export function useFileUploads({ prepare, send, onUploaded }: FileHandling): FileUploads {
  const [uploads, setUploads] = useState<readonly FileUpload[]>([]);
  const jobs = useRef(new Map<string, UploadJob>());
  const queue = useRef<Promise<void>>(Promise.resolve());

  useEffect(() => {
    const { current } = jobs;
    return () => {
      for (const { abortController } of current.values()) abortController.abort();
    };
  }, []);

  function show(id: string, step: UploadStep) {
    setUploads((previous) =>
      previous.map((upload) => (upload.id === id ? { id, name: upload.name, ...step } : upload)),
    );
  }

  async function run(job: UploadJob) {
    const { id, file, abortController } = job;
    if (abortController.signal.aborted) return;
    show(id, { step: "preparing" });
    const prepared = job.prepared ?? (await prepare(file).catch(() => UNREADABLE_FILE));
    if (abortController.signal.aborted) return;
    if (typeof prepared === "string") return show(id, { step: "rejected", message: prepared });
    job.prepared = prepared;
    show(id, { step: "sending", percent: 0 });
    const result = await send(
      prepared,
      (percent) => show(id, { step: "sending", percent }),
      abortController.signal,
    );
    if (abortController.signal.aborted) return;
    if (!result.ok)
      return show(id, { step: result.isPermanent ? "rejected" : "failed", message: result.message });
    remove(id);
    onUploaded(result.url, file);
  }

  function enqueue(job: UploadJob) {
    queue.current = queue.current.then(() => run(job));
  }

  function add(files: Iterable<File>) {
    for (const file of files) {
      const job = { id: randomId(), file, prepared: null, abortController: new AbortController() };
      jobs.current.set(job.id, job);
      setUploads((previous) => [...previous, { id: job.id, name: file.name, step: "waiting" }]);
      enqueue(job);
    }
  }

  function retry(id: string) {
    const job = jobs.current.get(id);
    if (!job) return;
    show(id, { step: "waiting" });
    enqueue(job);
  }

  function remove(id: string) {
    jobs.current.get(id)?.abortController.abort();
    jobs.current.delete(id);
    setUploads((previous) => previous.filter((upload) => upload.id !== id));
  }

  function removeAll() {
    for (const id of [...jobs.current.keys()]) remove(id);
  }

  return { uploads, add, retry, remove, removeAll };
}
