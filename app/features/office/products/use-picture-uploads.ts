/**
 * The files that are on their way to a product's pictures: one after the other, in the order in which they were chosen,
 * since together they would share the same slow line. Whoever arrives leaves the list; a failure stays to be retried.
 */
import { useEffect, useRef, useState } from "react";
import { randomId } from "../../../lib/random-id.ts";
import { type Picture, preparePicture, sendPicture } from "./send-picture.ts";

type Step =
  | { step: "waiting" }
  | { step: "preparing" }
  | { step: "sending"; percent: number }
  /** Can be sent again. */
  | { step: "failed"; message: string }
  /** Would be refused again. */
  | { step: "refused"; message: string };

export type PictureUpload = { id: string; name: string } & Step;

interface Job {
  id: string;
  file: File;
  /** Once it is made: a second try sends the same one, under the same name. */
  picture: Picture | null;
  work: AbortController;
}

export interface PictureUploads {
  uploads: readonly PictureUpload[];
  add(files: Iterable<File>): void;
  retry(id: string): void;
  /** Stops the sending, or lets go of what could not be sent. */
  drop(id: string): void;
  dropAll(): void;
}

const UNREADABLE = "Ce fichier ne peut pas être lu sur votre appareil. Choisissez-en un autre.";

/** `onArrived` gets the address of each picture that is stored. */
export function usePictureUploads(productId: string, onArrived: (address: string) => void): PictureUploads {
  const [uploads, setUploads] = useState<readonly PictureUpload[]>([]);
  const jobs = useRef(new Map<string, Job>());
  const line = useRef<Promise<void>>(Promise.resolve());

  useEffect(() => {
    const { current } = jobs;
    return () => {
      for (const { work } of current.values()) work.abort();
    };
  }, []);

  function show(id: string, step: Step) {
    setUploads((shown) => shown.map((one) => (one.id === id ? { id, name: one.name, ...step } : one)));
  }

  async function run(job: Job) {
    const { id, file, work } = job;
    if (work.signal.aborted) return;
    show(id, { step: "preparing" });
    const picture = job.picture ?? (await preparePicture(productId, file).catch(() => UNREADABLE));
    if (work.signal.aborted) return;
    if (typeof picture === "string") return show(id, { step: "refused", message: picture });
    job.picture = picture;
    show(id, { step: "sending", percent: 0 });
    const sent = await sendPicture(picture, (percent) => show(id, { step: "sending", percent }), work.signal);
    if (work.signal.aborted) return;
    if (!sent.ok) return show(id, { step: sent.final ? "refused" : "failed", message: sent.message });
    drop(id);
    onArrived(sent.address);
  }

  function enqueue(job: Job) {
    line.current = line.current.then(() => run(job));
  }

  function add(files: Iterable<File>) {
    for (const file of files) {
      const job = { id: randomId(), file, picture: null, work: new AbortController() };
      jobs.current.set(job.id, job);
      setUploads((shown) => [...shown, { id: job.id, name: file.name, step: "waiting" }]);
      enqueue(job);
    }
  }

  function retry(id: string) {
    const job = jobs.current.get(id);
    if (!job) return;
    show(id, { step: "waiting" });
    enqueue(job);
  }

  function drop(id: string) {
    jobs.current.get(id)?.work.abort();
    jobs.current.delete(id);
    setUploads((shown) => shown.filter((one) => one.id !== id));
  }

  function dropAll() {
    for (const id of [...jobs.current.keys()]) drop(id);
  }

  return { uploads, add, retry, drop, dropAll };
}
