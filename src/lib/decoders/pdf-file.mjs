// Opens a PDF that is too large to be held: PDFium reads what it needs of it from an open file. It asks for the file by a name and with the
// calls of POSIX, as a program does; those for that name are answered here, and there is no other file.
// cspell:ignore FPDF HEAPU openat fcntl fstat iovs
import { readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { DecoderError } from './decoder-error.mjs';

/** Where the process was given the file, when it was started. */
const descriptor = 4;
/** By what the library knows it. */
const name = '/document.pdf';
const ownFile = 1_000_000;
/** What POSIX calls a regular file that can be read. */
const fileMode = 0o100444;
const statBytes = 96;

/**
 * The calls of the library for one file.
 *
 * @param {number} size in bytes
 * @param {() => ArrayBuffer} memoryOf the library's memory, which is another one whenever it has grown
 */
function callsFor(size, memoryOf) {
  let position = 0;
  const view = () => new DataView(memoryOf());
  return {
    /** @param {number} address @returns {boolean} */
    isName: (address) => {
      const bytes = new Uint8Array(memoryOf(), address, name.length + 1);
      return Buffer.from(bytes).toString('latin1') === `${name}\0`;
    },
    /** @param {number} iovs @param {number} count @param {number} readAt where it's told how many bytes were read */
    read: (iovs, count, readAt) => {
      let total = 0;
      for (let index = 0; index < count; index += 1) {
        const [start, length] = [iovs + index * 8, iovs + index * 8 + 4].map((at) =>
          view().getUint32(at, true),
        );
        const wanted = Math.max(0, Math.min(length ?? 0, size - position));
        const got =
          wanted === 0
            ? 0
            : readSync(descriptor, new Uint8Array(memoryOf(), start, wanted), 0, wanted, position);
        position += got;
        total += got;
        if (got < (length ?? 0)) break;
      }
      view().setUint32(readAt, total, true);
      return 0;
    },
    /** @param {bigint} offset @param {number} from 0 the beginning, 1 here, 2 the end @param {number} placeAt where the place is told */
    seek: (offset, from, placeAt) => {
      position = Number(offset) + (from === 0 ? 0 : from === 1 ? position : size);
      view().setBigInt64(placeAt, BigInt(position), true);
      return 0;
    },
    /** @param {number} at where it's described */
    describe: (at) => {
      new Uint8Array(memoryOf(), at, statBytes).fill(0);
      view().setUint32(at + 4, fileMode, true);
      view().setUint32(at + 8, 1, true);
      view().setBigInt64(at + 24, BigInt(size), true);
      view().setUint32(at + 32, 4096, true);
      return 0;
    },
  };
}

/** @typedef {Record<string, (...values: any[]) => any>} Calls */

/**
 * The library with a file of its own.
 *
 * @param {number} size
 */
async function libraryFor(size) {
  const program = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm');
  const module = await globalThis.WebAssembly.compile(readFileSync(program));
  /** @type {WebAssembly.Instance | null} */
  let instance = null;
  const calls = callsFor(size, () => /** @type {any} */ (instance).exports.memory.buffer);
  /** @param {Calls} env @param {Calls} wasi */
  const answered = (env, wasi) => ({
    env: {
      ...env,
      __syscall_openat: (/** @type {any[]} */ ...values) =>
        calls.isName(values[1]) ? ownFile : env.__syscall_openat?.(...values),
      __syscall_fstat64: (/** @type {number} */ file, /** @type {number} */ at) =>
        file === ownFile ? calls.describe(at) : env.__syscall_fstat64?.(file, at),
      __syscall_fcntl64: (/** @type {any[]} */ ...values) =>
        values[0] === ownFile ? 0 : env.__syscall_fcntl64?.(...values),
    },
    wasi_snapshot_preview1: {
      ...wasi,
      fd_read: (/** @type {any[]} */ ...values) =>
        values[0] === ownFile ? calls.read(values[1], values[2], values[3]) : wasi.fd_read?.(...values),
      fd_seek: (/** @type {any[]} */ ...values) =>
        values[0] === ownFile ? calls.seek(values[1], values[2], values[3]) : wasi.fd_seek?.(...values),
      fd_close: (/** @type {number} */ file) => (file === ownFile ? 0 : wasi.fd_close?.(file)),
    },
  });
  return PDFiumLibrary.init({
    instantiateWasm: (imports, received) => {
      const { env, wasi_snapshot_preview1: wasi } =
        /** @type {{ env: Calls, wasi_snapshot_preview1: Calls }} */ (/** @type {unknown} */ (imports));
      instance = new globalThis.WebAssembly.Instance(module, answered(env, wasi));
      received(/** @type {any} */ (instance));
      return instance.exports;
    },
  });
}

/** PDFium's code for a password that's missing. */
const passwordError = 4;

/** @param {number} size of the file that the process was started with */
export async function openPdfFile(size) {
  const { module } = /** @type {{ module: any }} */ (/** @type {unknown} */ (await libraryFor(size)));
  const address = module.wasmExports.malloc(name.length + 1);
  module.HEAPU8.set(Buffer.from(`${name}\0`, 'latin1'), address);
  const document = module._FPDF_LoadDocument(address, 0);
  if (!document) {
    if (module._FPDF_GetLastError() === passwordError)
      throw new DecoderError('complex', 'is password-protected');
    throw new Error('not opened');
  }
  // What it frees at the end is the name.
  return new PDFiumDocument({ module, documentIdx: document, documentPtr: address });
}
