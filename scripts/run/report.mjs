/** How the commands speak: one line a step, with the time that it took. */

/** A failure whose message is all that the reader needs: shown without a stack, exit code 1. */
export class Failure extends Error {}

/** @typedef {{ step<T>(title: string, work: () => Promise<T>): Promise<T>, note(line: string): void }} Report */

/**
 * @param {NodeJS.WritableStream} stream
 * @returns {Report}
 */
export function createReport(stream) {
  return {
    async step(title, work) {
      stream.write(`${title} … `);
      const start = performance.now();
      const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
      try {
        const result = await work();
        stream.write(`${seconds()}\n`);
        return result;
      } catch (error) {
        stream.write(`failed after ${seconds()}\n`);
        throw error;
      }
    },
    note(line) {
      stream.write(`${line}\n`);
    },
  };
}
