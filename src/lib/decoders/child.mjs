// The process that decodes untrusted files. Started with an empty environment; it has no secrets and no connections, handles one request
// at a time, and is killed when it takes too long or too much memory.
//
// A frame, both ways: length of the JSON (uint32, big endian), length of the bytes (uint32), the JSON, the bytes. Requests arrive on stdin
// and responses go out on descriptor 3, so that nothing a library prints can be mistaken for a response. A decoder may ask for something
// that only the parent can do (`asks`), and gets it as the next frame (`reply`).
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { DecoderError } from './decoder-error.mjs';

/** Only the one that this process is for is loaded: each brings a large library. */
const decoders = {
  svg: () => import('./svg.mjs'),
  credentials: () => import('./credentials.mjs'),
  signing: () => import('./signing.mjs'),
  yaml: () => import('./yaml.mjs'),
  // Two kinds of one decoder, so that a slow document doesn't delay photos.
  pictures: () => import('./pictures/index.mjs'),
  documents: () => import('./pictures/index.mjs'),
  texts: () => import('./texts/index.mjs'),
  sounds: () => import('./sounds/index.mjs'),
};

const answers = new Socket({ fd: 3, readable: false, writable: true });

function kill() {
  // Not exit(): that would wait for threads in which a library may be busy.
  process.kill(process.pid, 'SIGKILL');
}

// If the parent dies while this process is busy, no one enforces the time limit.
new Worker(
  `const parent = process.ppid;
   setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 1000);`,
  { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16, stackSizeMb: 1 } },
).unref();

/** @param {object} answer @param {Uint8Array} [bytes] */
function send(answer, bytes = new Uint8Array()) {
  const json = Buffer.from(JSON.stringify(answer));
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32BE(json.length, 0);
  lengths.writeUInt32BE(bytes.length, 4);
  answers.write(lengths);
  answers.write(json);
  if (bytes.length > 0) answers.write(bytes);
}

/** Takes the parent's reply. @type {((bytes: Buffer) => void) | null} */
let takeReply = null;

/** @param {Uint8Array} bytes @returns {Promise<Uint8Array>} */
function ask(bytes) {
  return new Promise((resolve) => {
    takeReply = resolve;
    send({ ok: true, asks: true }, bytes);
  });
}

/** @param {{ decoder: keyof typeof decoders }} request @param {Buffer} bytes */
async function answer(request, bytes) {
  try {
    const { decode } = await decoders[request.decoder]();
    const { result, output } = await decode(request, bytes, ask);
    send({ ok: true, result }, output);
  } catch (error) {
    if (error instanceof DecoderError) send({ ok: false, reason: error.reason, message: error.message });
    else send({ ok: false, reason: 'broken', message: String(error?.message ?? error).slice(0, 1000) });
  }
}

/** Reads requests; the next one is only sent after the last response. */
async function serve() {
  let lengths = Buffer.alloc(0);
  /** @type {Buffer | null} */
  let frame = null;
  let filled = 0;
  for await (let chunk of process.stdin) {
    while (chunk.length > 0) {
      if (frame === null) {
        const take = chunk.subarray(0, 8 - lengths.length);
        lengths = Buffer.concat([lengths, take]);
        chunk = chunk.subarray(take.length);
        if (lengths.length < 8) break;
        frame = Buffer.allocUnsafe(lengths.readUInt32BE(0) + lengths.readUInt32BE(4));
        filled = 0;
      }
      const taken = chunk.copy(frame, filled);
      filled += taken;
      chunk = chunk.subarray(taken);
      if (filled === frame.length) {
        const jsonLength = lengths.readUInt32BE(0);
        const request = JSON.parse(frame.toString('utf8', 0, jsonLength));
        // Not awaited: the end of stdin must be noticed while a decoder works.
        if (request.reply === true) takeReply?.(frame.subarray(jsonLength));
        else void answer(request, frame.subarray(jsonLength));
        frame = null;
        lengths = Buffer.alloc(0);
      }
    }
  }
}

answers.on('error', kill);
// Before the first request, whose time limit is for the file and not for loading a library.
await decoders[/** @type {keyof typeof decoders} */ (process.argv[2])]();
send({ ok: true, result: 'ready' });
serve().then(kill, kill);
