/** Values derived from a name or a reference, the same on every machine and in every run. */
import { createHash } from "node:crypto";

/** The namespace of the name-based uuids of the demo shop; an arbitrary uuid. */
const NAMESPACE = Buffer.from("5f0c2d6e8a1b4c39b7d41e9a60f3c582", "hex");

/** A name-based uuid (version 5) for an entity of the demo shop, such as ("product", "SAH-PER-750"). */
export function stableId(kind: string, key: string): string {
  const bytes = createHash("sha1").update(NAMESPACE).update(`${kind}:${key}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** A pseudo-random number from 0 up to but not including 1 that depends only on the key. */
export function stableFraction(key: string): number {
  return createHash("sha1").update(key).digest().readUInt32BE(0) / 2 ** 32;
}

/**
 * The shop's slug rule: lower case, accents folded, every run of other characters one hyphen, none at the
 * ends.
 */
export function toSlug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("œ", "oe")
    .normalize("NFD")
    .replaceAll(/\p{Mark}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** Inserts the no-break spaces of French punctuation, which the texts do not contain. */
export function typeset(text: string): string {
  return text.replaceAll(/ (?=[:;!?%»])/g, "\u00a0").replaceAll("« ", "«\u00a0");
}
