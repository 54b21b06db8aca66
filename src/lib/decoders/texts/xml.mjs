// Reads XML inside zip files piece by piece, so that a part that inflates to gigabytes is never in memory.
// cspell:ignore fffe feff
import { SaxesParser } from 'saxes';
import { DecoderError } from '../decoder-error.mjs';
import { streamOf } from '../zip.mjs';

/**
 * @typedef {object} XmlHandlers names are without their prefix
 * @property {(name: string, attributes: Record<string, string>) => void} [open]
 * @property {(name: string) => void} [close]
 * @property {(text: string) => void} [text]
 * @property {() => boolean} [isDone] true: the rest isn't wanted
 */

/** Bytes that all parts of a file inflate to; what lies beyond isn't read. */
const maxBytes = 96 * 1024 * 1024;

/** The parts of an office file, by name, with what can still be read of them. */
export class XmlParts {
  #zip;
  #entries;
  #left = maxBytes;

  /** @param {import('yauzl').ZipFile} zip @param {readonly import('yauzl').Entry[]} entries */
  constructor(zip, entries) {
    this.#zip = zip;
    this.#entries = new Map(entries.map((entry) => [entry.fileName, entry]));
  }

  get names() {
    return [...this.#entries.keys()];
  }

  /**
   * Reads a part; nothing if there is none of this name.
   *
   * @param {string} name
   * @param {XmlHandlers} handlers
   * @throws DecoderError `complex` for a document type declaration, which office files never have: it could define entities
   */
  async read(name, handlers) {
    const entry = this.#entries.get(name);
    if (!entry || this.#left <= 0) return;
    const parser = parserOf(handlers);
    const stream = await streamOf(this.#zip, entry);
    /** @type {TextDecoder | undefined} */
    let decoder;
    for await (const chunk of /** @type {AsyncIterable<Buffer>} */ (stream)) {
      decoder ??= decoderOf(chunk);
      this.#left -= chunk.length;
      parser.write(decoder.decode(chunk, { stream: true }));
      // Leaving the loop destroys the stream.
      if (this.#left <= 0 || handlers.isDone?.()) return;
    }
    parser.close();
  }
}

/** By the byte order mark; UTF-8 without one. @param {Buffer} start */
function decoderOf(start) {
  const mark = start.subarray(0, 2).toString('hex');
  return new TextDecoder(mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8');
}

/** @param {string} name */
const withoutPrefix = (name) => name.slice(name.indexOf(':') + 1);

/** @param {XmlHandlers} handlers */
function parserOf({ open, close, text }) {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new DecoderError('complex', 'declares entities, which office files must not');
  });
  if (open)
    parser.on('opentag', ({ name, attributes }) => {
      open(withoutPrefix(name), /** @type {Record<string, string>} */ (attributes));
    });
  if (close) parser.on('closetag', ({ name }) => close(withoutPrefix(name)));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  return parser;
}
