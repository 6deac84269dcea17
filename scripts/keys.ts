/** Prints the two API keys as lines for a shell or an .env file. They are created when there are none yet. */
import { readConfig } from "#backend/core/config/config.ts";
import { StartupError } from "#backend/core/errors.ts";
import { loadKeys } from "#backend/core/gateway/keys.ts";

try {
  const { anonKey, serviceRoleKey } = await loadKeys(readConfig(process.env).dataDir);
  console.log(`ANON_KEY=${anonKey}\nSERVICE_ROLE_KEY=${serviceRoleKey}`);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
