import { expect, test } from "vitest";
import { isKnownHash, matchesForeignHash } from "./password-hashes.ts";

const BCRYPT = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";
/** Made by argon2-cffi, and the example of Firebase's own description. */
const ARGON2 = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
const FIREBASE =
  "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==";

test.each([
  [ARGON2, "password"],
  [FIREBASE, "user1password"],
])("%s is known, and matches its password alone", (hash, password) => {
  expect(isKnownHash(hash)).toBe(true);
  expect(matchesForeignHash(password, hash)).toBe(true);
  expect(matchesForeignHash(`${password}x`, hash)).toBe(false);
});

test.each([BCRYPT, BCRYPT.replace("$2b", "$2y")])("%s is known as a hash of bcrypt", (hash) => {
  expect(isKnownHash(hash)).toBe(true);
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
])("%s is no hash that is taken", (hash) => {
  expect(isKnownHash(hash)).toBe(false);
  expect(matchesForeignHash("password", hash)).toBe(false);
});
