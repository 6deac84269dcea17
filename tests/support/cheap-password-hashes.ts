/**
 * Hashes passwords at bcrypt's lowest cost. Preloaded into the processes of the tests below the browser and into
 * their worker threads: a hash of the shop's strength takes 60 ms of processor time, which was most of what
 * signing up and signing in cost the API tests. backend/auth/passwords/passwords.test.ts tests the strength itself.
 */
import bcrypt from "bcrypt";

/** bcrypt accepts no less. */
const LOWEST_COST = 4;

const { hashSync } = bcrypt;
bcrypt.hashSync = (password) => hashSync(password, LOWEST_COST);
