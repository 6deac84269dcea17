import { expect, test } from "vitest";
import { isSupportedHash, matchesImportedHash } from "./password-hashes.ts";

const BCRYPT = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";
/** The first was made by argon2-cffi, the other is the example of Firebase's documentation. */
const ARGON2 = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
const FIREBASE =
  "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==";

test.each([
  [ARGON2, "password"],
  [FIREBASE, "user1password"],
])("%s is supported and matches only its own password", (hash, password) => {
  expect(isSupportedHash(hash)).toBe(true);
  expect(matchesImportedHash(password, hash)).toBe(true);
  expect(matchesImportedHash(`${password}x`, hash)).toBe(false);
});

test.each([BCRYPT, BCRYPT.replace("$2b", "$2y")])("%s is recognized as a bcrypt hash", (hash) => {
  expect(isSupportedHash(hash)).toBe(true);
});

test.each([
  "",
  "password",
  "$1$abc$def",
  BCRYPT.slice(0, -1),
  ARGON2.replace("m=65536", "m=9999999"),
  ARGON2.replace("t=2", "t=1000"),
  FIREBASE.replace("n=14", "n=30"),
  FIREBASE.replace("r=8", "r=900"),
])("%s is not a supported hash", (hash) => {
  expect(isSupportedHash(hash)).toBe(false);
  expect(matchesImportedHash("password", hash)).toBe(false);
});
