/** The output of the commands: one line for each step, with its duration. */

/** An error whose message is sufficient for the user: shown without a stack, exit code 1. */
export class CommandError extends Error {}

/** @typedef {{ step<T>(title: string, work: () => Promise<T>): Promise<T>, info(line: string): void }} Report */

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
    info(line) {
      stream.write(`${line}\n`);
    },
  };
}
