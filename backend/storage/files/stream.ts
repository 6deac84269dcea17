/** A file as a body, read as fast as it is taken and closed at its end or when nobody wants the rest. */
import type { FileHandle } from "node:fs/promises";
import type { ByteRange } from "../range.ts";

const CHUNK_BYTES = 64 * 1024;

/** It closes the file. */
export function streamFile(
  file: FileHandle,
  { start, end }: ByteRange,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let position = start;
  return new ReadableStream({
    async pull(controller) {
      try {
        const length = Math.min(CHUNK_BYTES, end + 1 - position);
        const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, position);
        if (bytesRead === 0) throw new Error("The file is shorter than it was");
        position += bytesRead;
        controller.enqueue(buffer.subarray(0, bytesRead));
        if (position > end) {
          await file.close();
          controller.close();
        }
      } catch (error) {
        await file.close().catch(() => {});
        throw error;
      }
    },
    cancel: () => file.close(),
  });
}
