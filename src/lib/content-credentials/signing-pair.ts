// Certificates and the private key that sign Content Credentials: read from PEM, and checked as far as that's possible without signing.
import { constants, createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';

interface Algorithm {
  /** As c2pa-rs calls it. */
  name: 'es256' | 'es384' | 'es512' | 'ps256' | 'ed25519';
  /** Number in COSE (IANA, COSE Algorithms). */
  cose: number;
  /** Null where the algorithm brings its own. */
  hash: 'sha256' | 'sha384' | 'sha512' | null;
  padding?: { padding: number; saltLength: number };
}

/** What signs. */
export interface SigningPair {
  /** DER, the signer's first. */
  chain: Buffer[];
  key: KeyObject;
  algorithm: Algorithm;
  /** When the first certificate of the chain to expire does. */
  expiresAt: Date;
}

/** Why a pair can't sign: `path` is where it was entered. */
export class PairProblem extends Error {
  override readonly name = 'PairProblem';

  constructor(
    readonly path: 'certificates' | 'key',
    message: string,
  ) {
    super(message);
  }
}

/** By OpenSSL's names of curves; those that C2PA allows (C2PA 2.2, 13.2.1). */
const byCurve: Record<string, Algorithm> = {
  prime256v1: { name: 'es256', cose: -7, hash: 'sha256' },
  secp384r1: { name: 'es384', cose: -35, hash: 'sha384' },
  secp521r1: { name: 'es512', cose: -36, hash: 'sha512' },
};
const ps256: Algorithm = {
  name: 'ps256',
  cose: -37,
  hash: 'sha256',
  padding: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
};
const ed25519: Algorithm = { name: 'ed25519', cose: -8, hash: null };
const leastRsaBits = 2048;

/** Extended key usages of signers: email, documents, and C2PA's own (C2PA 2.2, 14.5.1). */
const usages = ['1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.36', '1.3.6.1.4.1.62558.2.1'];

/** Enough for a signer, its authorities and their root. */
const maxCertificates = 5;

/** The blocks of a PEM text, as DER. Line breaks may be gone: a field of one line drops them. */
function blocksIn(pem: string): { label: string; der: Buffer }[] {
  return [...pem.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g)].map(
    ([, label = '', body = '']) => ({ label, der: Buffer.from(body.replace(/\s+/g, ''), 'base64') }),
  );
}

/** The certificates in a PEM text. @throws PairProblem */
export function certificatesIn(pem: string): X509Certificate[] {
  const blocks = blocksIn(pem).filter(({ label }) => label === 'CERTIFICATE');
  if (blocks.length === 0)
    throw new PairProblem(
      'certificates',
      'Paste certificates in PEM form: each begins with -----BEGIN CERTIFICATE-----.',
    );
  return blocks.map(({ der }, index) => {
    try {
      return new X509Certificate(der);
    } catch {
      throw new PairProblem('certificates', `Certificate ${index + 1} can't be read.`);
    }
  });
}

/** Never says anything of what it read: it's a secret. @throws PairProblem */
function keyIn(pem: string): KeyObject {
  const types = { 'PRIVATE KEY': 'pkcs8', 'EC PRIVATE KEY': 'sec1', 'RSA PRIVATE KEY': 'pkcs1' } as const;
  const found = blocksIn(pem).find(({ label }) => label.endsWith('PRIVATE KEY'));
  if (/ENCRYPTED/.test(pem))
    throw new PairProblem('key', 'The key has a passphrase. Paste it without one; it is stored encrypted.');
  const type = found && types[found.label as keyof typeof types];
  if (!type)
    throw new PairProblem(
      'key',
      'Paste the private key in PEM form: it begins with -----BEGIN PRIVATE KEY-----.',
    );
  try {
    return createPrivateKey({ key: found.der, format: 'der', type });
  } catch {
    throw new PairProblem('key', "The private key can't be read.");
  }
}

/** @throws PairProblem */
function algorithmOf(key: KeyObject): Algorithm {
  const { namedCurve = '', modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  const isLongEnough = modulusLength >= leastRsaBits;
  switch (key.asymmetricKeyType) {
    case 'ec':
      if (byCurve[namedCurve]) return byCurve[namedCurve];
      break;
    case 'rsa':
      if (isLongEnough) return ps256;
      break;
    case 'ed25519':
      return ed25519;
    default:
  }
  throw new PairProblem(
    'key',
    `C2PA doesn't allow this key. Use one of the curves P-256, P-384 or P-521, Ed25519, or RSA with ${leastRsaBits} bits or more.`,
  );
}

const dayOf = (date: string): string => new Date(date).toISOString().slice(0, 10);

/** @throws PairProblem */
function checkChain(chain: readonly X509Certificate[], now: Date): void {
  const refuse = (message: string): never => {
    throw new PairProblem('certificates', message);
  };
  if (chain.length > maxCertificates)
    refuse(`At most ${maxCertificates} certificates: the signer's, and those of its authorities.`);
  for (const [index, one] of chain.entries()) {
    const which = `Certificate ${index + 1}`;
    if (new Date(one.validTo) <= now) refuse(`${which} expired on ${dayOf(one.validTo)}.`);
    if (new Date(one.validFrom) > now) refuse(`${which} isn't valid before ${dayOf(one.validFrom)}.`);
    const issuer = chain[index + 1];
    if (issuer && !(one.checkIssued(issuer) && one.verify(issuer.publicKey)))
      refuse(
        `${which} wasn't issued by the next one. Begin with the signer's, then its issuer's, and so on.`,
      );
  }
  const [signer] = chain;
  if (signer?.ca) refuse("The first certificate is an authority's. Begin with the signer's own.");
  const extended = signer?.keyUsage ?? [];
  if (!extended.some((usage) => usages.includes(usage)))
    refuse(
      "The first certificate can't be used to sign Content Credentials. It needs one of these extended key usages: C2PA signing, document signing, or email protection.",
    );
}

/**
 * Reads certificates and a key that are to sign.
 *
 * @param pem of the signer's certificate and those above it, in this order, and of its private key
 * @throws PairProblem with a message that says nothing of the key
 */
export function readPair(pem: { certificates: string; key: string }, now = new Date()): SigningPair {
  const certificates = certificatesIn(pem.certificates);
  const key = keyIn(pem.key);
  const algorithm = algorithmOf(key);
  checkChain(certificates, now);
  if (!certificates[0]?.checkPrivateKey(key))
    throw new PairProblem('key', "The key doesn't belong to the first certificate.");
  return {
    chain: certificates.map(({ raw }) => raw),
    key,
    algorithm,
    expiresAt: new Date(Math.min(...certificates.map(({ validTo }) => Date.parse(validTo)))),
  };
}
