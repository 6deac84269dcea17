/** Prints the two API keys as lines for a shell or an .env file. They are made when there are none yet. */
import { readConfig } from "../backend/core/config.ts";
import { StartError } from "../backend/core/errors.ts";
import { loadKeys } from "../backend/core/keys.ts";

try {
  const { anonKey, serviceRoleKey } = await loadKeys(readConfig(process.env).dataDir);
  console.log(`ANON_KEY=${anonKey}\nSERVICE_ROLE_KEY=${serviceRoleKey}`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
