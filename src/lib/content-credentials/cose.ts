// The signature of a C2PA claim: a COSE_Sign1 structure (RFC 9052, 4.2) with the certificates of its signer (C2PA 2.2, 13.2).
// CBOR (RFC 8949) of this one structure is written here; reading it is for the library.
import { sign } from 'node:crypto';
import type { SigningPair } from './signing-pair.ts';

/** The first byte or bytes of a CBOR item: its major type, and its value or length. */
function head(major: number, value: number): Buffer {
  const type = major << 5;
  if (value < 24) return Buffer.from([type | value]);
  if (value < 0x100) return Buffer.from([type | 24, value]);
  const long = value >= 0x10000;
  const bytes = Buffer.alloc(long ? 5 : 3);
  bytes[0] = type | (long ? 26 : 25);
  if (long) bytes.writeUInt32BE(value, 1);
  else bytes.writeUInt16BE(value, 1);
  return bytes;
}

const integer = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const byteString = (bytes: Uint8Array): Buffer => Buffer.concat([head(2, bytes.byteLength), bytes]);
const text = (value: string): Buffer =>
  Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const array = (items: readonly Buffer[]): Buffer => Buffer.concat([head(4, items.length), ...items]);
const map = (entries: readonly [Buffer, Buffer][]): Buffer =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);
/** Null: the claim is beside the signature, not in it. */
const detached = Buffer.from([0xf6]);
/** Tag 18: COSE_Sign1. */
const coseSign1 = Buffer.from([0xd2]);

/** Labels of headers: algorithm (RFC 9052) and the chain of certificates (RFC 9360). */
const algorithmLabel = 1;
const chainLabel = 33;

/** More than what is in a signature beside its certificates: 512 bytes for RSA of 4,096 bits, and the headers. */
const besideChainBytes = 2048;

/** Bytes that are reserved for a signature in the file, before it's known: every signature is padded to as many. */
export const reservedBytes = ({ chain }: SigningPair): number =>
  chain.reduce((sum, { byteLength }) => sum + byteLength + 5, besideChainBytes);

/**
 * Signs a claim.
 *
 * @param claim as CBOR
 * @returns the COSE_Sign1 structure, of `reservedBytes`
 */
export function signClaim(pair: SigningPair, claim: Uint8Array): Buffer {
  const { chain, key, algorithm } = pair;
  const certificates = chain.map((der) => byteString(der));
  const [only] = certificates;
  const covered = map([
    [integer(algorithmLabel), integer(algorithm.cose)],
    // A single certificate isn't in an array (RFC 9360, 2).
    [integer(chainLabel), only && certificates.length === 1 ? only : array(certificates)],
  ]);
  const toSign = array([
    text('Signature1'),
    byteString(covered),
    byteString(Buffer.alloc(0)),
    byteString(claim),
  ]);
  const signature = sign(algorithm.hash, toSign, {
    key,
    // r and s side by side (RFC 9053, 2.1).
    dsaEncoding: 'ieee-p1363',
    ...algorithm.padding,
  });
  const padded = (bytes: number): Buffer =>
    Buffer.concat([
      coseSign1,
      array([
        byteString(covered),
        map([[text('pad'), byteString(Buffer.alloc(bytes))]]),
        detached,
        byteString(signature),
      ]),
    ]);
  const wanted = reservedBytes(pair);
  // The length of the padding has a length itself.
  const missing = wanted - padded(0).byteLength;
  const first = padded(missing);
  return padded(missing - (first.byteLength - wanted));
}
