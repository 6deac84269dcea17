/** Says in one line why a port cannot be taken. */
import { getErrorCode, getErrorMessage, StartupError } from "#backend/core/errors.ts";

/** @param variable the one that the port is from */
export function toStartupError(error: unknown, variable: string, port: number, host: string): StartupError {
  const unknownHost = `HOST=${host} is no address: set another HOST.`;
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program: stop that one, or set another ${variable}.`,
    EACCES: `Port ${port} needs more rights than this user has: set a ${variable} above 1023.`,
    EADDRNOTAVAIL: `HOST=${host} is not an address of this machine: set another HOST.`,
    ENOTFOUND: unknownHost,
    // The same error on a machine without a network.
    EAI_AGAIN: unknownHost,
  };
  const reason = reasons[getErrorCode(error) ?? ""];
  return new StartupError(reason ?? `Cannot listen on ${host}:${port}: ${getErrorMessage(error)}`);
}
