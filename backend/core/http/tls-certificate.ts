/**
 * The certificate of the shop's own TLS: read and checked at the start, and again when its files change, so that a
 * renewed one is used without a restart.
 */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { unwatchFile, watchFile } from "node:fs";
import { readFile } from "node:fs/promises";
import { getErrorCode, getErrorMessage, StartupError } from "#backend/core/errors.ts";
import type { Logger } from "#backend/core/observability/log.ts";

/** How often the files are looked at. Links to them are followed, as certbot makes them. */
const POLL_MS = 10_000;

export interface CertificateFiles {
  /** The path of the PEM file with the certificate, and those between it and the authority's. */
  cert: string;
  key: string;
}

interface TlsCertificate {
  cert: Buffer;
  key: Buffer;
  endsAt: Date;
}

/** A certificate that serves badly, because it has ended or is for another name, is reported. */
async function readCertificate(
  files: CertificateFiles,
  siteUrl: string,
  log: Logger,
): Promise<TlsCertificate> {
  const [cert, key] = await Promise.all([readPem("TLS_CERT", files.cert), readPem("TLS_KEY", files.key)]);
  const certificate = parse(
    `TLS_CERT=${files.cert} is no certificate in PEM`,
    () => new X509Certificate(cert),
  );
  const privateKey = parsePrivateKey(files.key, key);
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new StartupError(
      `TLS_KEY=${files.key} is not the key of the certificate TLS_CERT=${files.cert}: give the pair that belongs together.`,
    );
  }
  const endsAt = new Date(certificate.validTo);
  if (endsAt < new Date()) {
    log.warn(
      `The certificate TLS_CERT=${files.cert} ended at ${endsAt.toISOString()}: renew it, browsers refuse it.`,
    );
  }
  const { hostname } = new URL(siteUrl);
  if (!certificate.checkHost(hostname)) {
    log.warn(
      `The certificate TLS_CERT=${files.cert} is not for ${hostname}, the name of SITE_URL: browsers refuse it.`,
    );
  }
  return { cert, key, endsAt };
}

async function readPem(variable: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const reasons: Record<string, string> = {
      ENOENT: "does not exist",
      EACCES: "may not be read by this user",
      EISDIR: "is a folder",
    };
    const reason = reasons[getErrorCode(error) ?? ""] ?? `cannot be read (${getErrorMessage(error)})`;
    throw new StartupError(`The file ${variable}=${path} ${reason}: give the path of a PEM file.`);
  }
}

function parsePrivateKey(path: string, key: Buffer): KeyObject {
  if (/ENCRYPTED/.test(key.toString("latin1", 0, 200))) {
    throw new StartupError(`TLS_KEY=${path} is encrypted with a passphrase: give the key without one.`);
  }
  return parse(`TLS_KEY=${path} is no private key in PEM`, () => createPrivateKey(key));
}

function parse<T>(complaint: string, work: () => T): T {
  try {
    return work();
  } catch {
    throw new StartupError(`${complaint}.`);
  }
}

/** The certificate in use. */
export interface OpenCertificate {
  readonly current: TlsCertificate;
  onRenewal(listener: (certificate: TlsCertificate) => void): void;
  close(): void;
}

/**
 * Reads the certificate, and again each time one of its files changes. A pair that does not belong together is
 * reported, and waits for the other file. Throws a StartupError.
 */
export async function openCertificate(
  files: CertificateFiles,
  siteUrl: string,
  log: Logger,
  pollMs = POLL_MS,
): Promise<OpenCertificate> {
  let current = await readCertificate(files, siteUrl, log);
  let tell: (certificate: TlsCertificate) => void = () => {};
  const renew = async () => {
    try {
      current = await readCertificate(files, siteUrl, log);
      tell(current);
      log.info({ endsAt: current.endsAt }, "the certificate was renewed");
    } catch (error) {
      log.warn(`The certificate was not renewed, the old one stays in use. ${getErrorMessage(error)}`);
    }
  };
  const paths = [files.cert, files.key];
  for (const path of paths) watchFile(path, { interval: pollMs, persistent: false }, renew);
  return {
    get current() {
      return current;
    },
    onRenewal: (listener) => {
      tell = listener;
    },
    close: () => {
      for (const path of paths) unwatchFile(path, renew);
    },
  };
}
