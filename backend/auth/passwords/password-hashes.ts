/**
 * Imported password hashes: Argon2 (where this Node supports it) and Firebase's scrypt. They are only
 * verified: the next sign-in replaces them by a bcrypt hash (passwords.ts).
 */
import * as crypto from "node:crypto";

const ARGON2 = /^\$(argon2id|argon2i|argon2d)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;
const FIREBASE =
  /^\$fbscrypt\$v=1,n=(\d+),r=(\d+),p=(\d+)(?:,ss=([\w+/]+={0,2}))?,sk=([\w+/]+={0,2})\$([\w+/]+={0,2})\$([\w+/]+={0,2})$/;
const BCRYPT = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/;

/** The maximum cost of one comparison: more would let one sign-in starve the others. */
const MAX_MEMORY_BYTES = 256 * 1024 * 1024;
const MAX_PASSES = 10;
const MAX_LANES = 16;

export function isBcrypt(hash: string): boolean {
  return BCRYPT.test(hash);
}

/** Whether an account may be created with this hash. */
export function isSupportedHash(hash: string): boolean {
  return isBcrypt(hash) || parseArgon2(hash) !== null || parseFirebase(hash) !== null;
}

/** Whether a password matches a hash other than bcrypt's. Takes the time that the hash is designed for. */
export function matchesImportedHash(password: string, hash: string): boolean {
  const result = recomputeHash(password, hash);
  return (
    result !== null &&
    result.expected.length === result.actual.length &&
    crypto.timingSafeEqual(result.expected, result.actual)
  );
}

function recomputeHash(password: string, hash: string): { expected: Buffer; actual: Buffer } | null {
  const argon2 = parseArgon2(hash);
  if (argon2) {
    const { algorithm, expected, ...cost } = argon2;
    const parameters = { ...cost, message: password, tagLength: expected.length };
    const actual = crypto.argon2Sync(algorithm, parameters);
    return { expected, actual };
  }
  const firebase = parseFirebase(hash);
  if (!firebase) return null;
  const key = scrypt(password, firebase);
  const cipher = crypto.createCipheriv("aes-256-ctr", key, Buffer.alloc(16));
  return { expected: firebase.expected, actual: cipher.update(firebase.signerKey) };
}

function parseArgon2(hash: string) {
  const [, algorithm, memory, passes, parallelism, salt = "", tag = ""] = ARGON2.exec(hash) ?? [];
  const isAlgorithm = algorithm === "argon2id" || algorithm === "argon2i" || algorithm === "argon2d";
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const isWithinLimits =
    cost.memory * 1024 <= MAX_MEMORY_BYTES && cost.passes <= MAX_PASSES && cost.parallelism <= MAX_LANES;
  if (!isAlgorithm || !isWithinLimits || !("argon2" in crypto)) return null;
  return {
    algorithm,
    ...cost,
    nonce: Buffer.from(salt, "base64"),
    expected: Buffer.from(tag, "base64"),
  } as const;
}

interface FirebaseHash {
  cost: number;
  blockSize: number;
  parallelization: number;
  salt: Buffer;
  signerKey: Buffer;
  expected: Buffer;
}

function parseFirebase(hash: string): FirebaseHash | null {
  const [, n, r, p, separator = "", signerKey, salt = "", tag = ""] = FIREBASE.exec(hash) ?? [];
  if (!signerKey || Number(n) > 20) return null;
  const cost = { cost: 2 ** Number(n), blockSize: Number(r), parallelization: Number(p) };
  if (getMemoryCost(cost) > MAX_MEMORY_BYTES || cost.parallelization > MAX_LANES) return null;
  const decode = (text: string) => Buffer.from(text, "base64");
  return {
    ...cost,
    salt: Buffer.concat([decode(salt), decode(separator)]),
    signerKey: decode(signerKey),
    expected: decode(tag),
  };
}

function getMemoryCost({ cost, blockSize }: Pick<FirebaseHash, "cost" | "blockSize">): number {
  return 128 * cost * blockSize;
}

function scrypt(password: string, firebase: FirebaseHash): Buffer {
  const { cost, blockSize, parallelization, salt } = firebase;
  const options = { cost, blockSize, parallelization, maxmem: 2 * getMemoryCost(firebase) };
  return crypto.scryptSync(password, salt, 32, options);
}
