// Streams a selection of originals as one zip, with only a few hundred kilobytes in memory.
import { finished, Readable } from 'node:stream';
import yazl from 'yazl';
import type { Caller } from '../../core/access/caller.ts';
import { readable } from '../../core/access/readable.ts';
import { asSeen, seenBy, seenByValues } from '../../core/access/caller-values.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { ApiError } from '../../core/errors.ts';
import { checked, damagedBytes, lostBytes } from '../../core/storage/checked.ts';
import { blobKey, type Storage } from '../../core/storage/contract.ts';
import { cleanFilename } from '../ingest/file-asset.ts';
import { assetKind } from '../grantable.ts';

const workspacesOf = statement(
  'download:workspaces',
  'select distinct workspace_id as id from payload.assets where id = any($1::uuid[])',
);
const originals = statement(
  'download:originals',
  `${seenBy} select a.id, a.sha256, a.filename, a.filesize as size, a.created_at from ${asSeen} join payload.assets a on a.workspace_id = t.id
   where a.id = any($4::uuid[]) and a.deleted_at is null and ${readable(assetKind, 'a')}`,
);

export interface Original {
  id: string;
  sha256: string;
  filename: string;
  size: number;
  created_at: Date;
}

/**
 * The originals of these assets, in the given order, without duplicates.
 * @throws ApiError not_found listing those that are deleted or that the caller can't access.
 */
export async function originalsOf(db: Db, caller: Caller, ids: readonly string[]): Promise<Original[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  // Each asset is read in its own workspace. A key only has one.
  const places = (await db.query<{ id: string }>(workspacesOf, [wanted])).filter(
    ({ id }) => caller.kind !== 'key' || id === caller.workspaceId,
  );
  const found = new Map<string, Original>();
  for (const place of places) {
    for (const row of await db.query<Original>(originals, [...seenByValues(caller, place.id), wanted]))
      found.set(row.id, row);
  }
  const missing = wanted.filter((id) => !found.has(id));
  if (missing.length > 0) {
    throw new ApiError(
      'not_found',
      `${missing.length} of these assets ${missing.length === 1 ? 'was' : 'were'} not found, or you don't have access: ${missing.slice(0, 5).join(', ')}.`,
      { ids: missing },
    );
  }
  return wanted.flatMap((id) => found.get(id) ?? []);
}

/** Concurrent lookups: each is a round trip on S3. */
const statsAtOnce = 16;

/** @throws ApiError unavailable if a file is missing or truncated. Checked up front, because a zip can't report an error midway. */
export async function demandBytes(storage: Storage, files: readonly Original[]): Promise<void> {
  for (let at = 0; at < files.length; at += statsAtOnce) {
    await Promise.all(
      files.slice(at, at + statsAtOnce).map(async ({ sha256, size }) => {
        const key = blobKey(sha256);
        const found = await storage.stat(key);
        if (!found) throw lostBytes(key);
        if (found.size !== size)
          throw damagedBytes(key, `has ${found.size} bytes where its record says ${size}`);
      }),
    );
  }
}

/** Names that every system can unpack: unique regardless of case, without characters that Windows forbids. */
export function zipNames(filenames: readonly string[]): string[] {
  const taken = new Set<string>();
  return filenames.map((filename) => {
    const clean = cleanFilename(filename).replace(/[<>:"|?*]/g, '_');
    const dot = clean.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [clean.slice(0, dot), clean.slice(dot)] : [clean, ''];
    let name = clean;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${stem} (${number})${extension}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

export interface Zip {
  /** Bytes. */
  size: number;
  open(): AsyncIterable<Uint8Array>;
}

/** A text that a zip holds beside the files. */
export interface ZipText {
  name: string;
  text: string;
}

/**
 * Entries are stored, not deflated: images and videos are already compressed, and the total size is known up front.
 *
 * @param texts in front of the files
 */
export function zipOf(storage: Storage, files: readonly Original[], texts: readonly ZipText[] = []): Zip {
  const all = zipNames([...texts.map(({ name }) => name), ...files.map(({ filename }) => filename)]);
  const names = all.slice(texts.length);
  const made = new Date();
  const write = (open: (file: Original) => Promise<Readable>): { zip: yazl.ZipFile; size: number } => {
    const zip = new yazl.ZipFile();
    for (const [index, { name, text }] of texts.entries())
      zip.addBuffer(Buffer.from(text), all[index] ?? name, { compress: false, mtime: made, mode: 0o100644 });
    for (const [index, file] of files.entries()) {
      const { sha256, size, created_at: mtime } = file;
      zip.addReadStreamLazy(
        names[index] ?? sha256,
        { compress: false, size, mtime, mode: 0o100644 },
        (give) => {
          open(file).then(
            (stream) => {
              give(null, stream);
            },
            (error: unknown) => {
              give(error, undefined as never);
            },
          );
        },
      );
    }
    let total = 0;
    // The callback's number is missing from the types.
    zip.end(undefined, ((size: number) => {
      total = size;
    }) as () => void);
    return { zip, size: total };
  };
  // Worked out on a zip that is never filled: the first entry is opened as soon as there is one.
  const never = new Promise<Readable>(() => undefined);
  return { size: write(() => never).size, open: () => read(storage, write) };
}

async function* read(
  storage: Storage,
  write: (open: (file: Original) => Promise<Readable>) => { zip: yazl.ZipFile },
): AsyncGenerator<Uint8Array, void, undefined> {
  let current: Readable | null = null;
  const { zip } = write(async ({ sha256, size }) => {
    const key = blobKey(sha256);
    const stored = await storage.read(key);
    if (!stored) throw lostBytes(key);
    const stream = Readable.from(checked(stored, { key, size, sha256 }), { objectMode: false });
    stream.once('close', () => stored.destroy());
    current = stream;
    // yazl pipes, and a pipe passes no failure on.
    finished(stream, (error) => {
      if (error) output.destroy(error);
    });
    return stream;
  });
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  try {
    yield* output as AsyncIterable<Uint8Array>;
  } finally {
    // The client may have left: the file that was being read is let go with the rest.
    output.destroy();
    (current as Readable | null)?.destroy();
  }
}
