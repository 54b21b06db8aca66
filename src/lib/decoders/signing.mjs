// Writes Content Credentials (C2PA) into a file. The private key stays in the parent, which is asked for the signature of the claim.
import { WasmBuilder } from './c2pa-library.mjs';

/** Bytes in memory, as the library reads them: it was made for browsers, and asks for a `Blob` and a `FileReaderSync`. */
class Bytes {
  /** @param {Buffer} bytes */
  constructor(bytes) {
    this.bytes = bytes;
  }

  get size() {
    return this.bytes.byteLength;
  }

  slice(start = 0, end = this.size) {
    return new Bytes(this.bytes.subarray(start, end));
  }
}

globalThis.FileReaderSync = /** @type {any} */ (
  class {
    /** @param {Bytes} part */
    readAsArrayBuffer({ bytes }) {
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    }
  }
);

const settings = JSON.stringify({
  verify: {
    // The ingredient's verdict is written down, whoever vouches for it; who reads the file asks its own trust list.
    verify_trust: false,
    verify_after_sign: false,
    ocsp_fetch: false,
    remote_manifest_fetch: false,
  },
  builder: { thumbnail: { enabled: false } },
});

/**
 * @typedef {object} SigningRequest
 * @property {string} mime of the file to sign
 * @property {object} manifest its definition, as c2pa-rs takes it
 * @property {{ title: string, format: string, relationship: 'parentOf', label: string } | null} parent the original;
 *   null: there is none
 * @property {number} parentBytes how many of the bytes are the original with its own credentials, before the file to sign; 0: it has none
 * @property {string} algorithm
 * @property {number} reservedBytes
 */

/**
 * @param {SigningRequest} request
 * @param {Buffer} bytes
 * @param {(claim: Uint8Array) => Promise<Uint8Array>} ask for the signature of a claim: a COSE_Sign1 structure of `reservedBytes`
 * @returns {Promise<{ result: null, output: Uint8Array }>}
 */
export async function decode(request, bytes, ask) {
  const { mime, manifest, parent, parentBytes, algorithm, reservedBytes } = request;
  const builder = WasmBuilder.fromJson(JSON.stringify(manifest), settings);
  try {
    if (parent && parentBytes > 0)
      await builder.addIngredientFromBlob(
        JSON.stringify(parent),
        parent.format,
        /** @type {any} */ (new Bytes(bytes.subarray(0, parentBytes))),
      );
    else if (parent) builder.addIngredient(JSON.stringify(parent));
    const output = await builder.sign(
      { alg: algorithm, reserveSize: reservedBytes, sign: /** @type {any} */ (ask) },
      [],
      mime,
      /** @type {any} */ (new Bytes(bytes.subarray(parentBytes))),
    );
    return { result: null, output };
  } finally {
    builder.free();
  }
}
