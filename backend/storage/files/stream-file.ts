/** Streams a file as a body, at the pace of the reader. The file is closed at its end or on cancel. */
import type { FileHandle } from "node:fs/promises";
import type { ByteRange } from "#backend/storage/range.ts";

const CHUNK_BYTES = 64 * 1024;

/** Takes over the file handle and closes it. */
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
