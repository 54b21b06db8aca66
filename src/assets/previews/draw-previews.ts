// The job that draws the pictures of new files, and of files from before there was a previewer for them.
import sharp from 'sharp';
import { statement } from '../../core/db/pool.ts';
import type { Service } from '../../core/service.ts';
import { drawn } from '../delivery/drawings.ts';
import { decodeOptions } from '../delivery/picture.ts';
import { drawnTypes, keptAs, previewerOf } from '../metadata/previewers.ts';
import { saveUnavailable } from './previews.ts';

/** Files claimed at a time. */
const batch = 10;
/** The last one is about two days after the first. */
const mostAttempts = 5;

// For files that are there already: after an installation or an upgrade.
const expectAll = statement(
  'previews:expect-all',
  `insert into marque.previews (sha256, previewer, mime_type)
   select distinct on (a.sha256, d.previewer) a.sha256, d.previewer, a.mime_type
   from payload.assets a join unnest($1::text[], $2::text[]) as d(mime, previewer) on d.mime = a.mime_type
   where a.sha256 is not null and not exists (select 1 from marque.previews p where p.sha256 = a.sha256 and p.previewer = d.previewer)
   on conflict do nothing`,
);
// Counted before the attempt: a file that brings the process down isn't tried forever.
const claim = statement(
  'previews:claim',
  `with due as materialized (
     select sha256, previewer from marque.previews where due_at <= now() and previewer = any($1::text[])
     order by due_at limit ${batch} for update skip locked)
   update marque.previews p set attempts = p.attempts + 1,
     due_at = case when p.attempts + 1 < ${mostAttempts} then now() + interval '10 minutes' * 6 ^ p.attempts end
   from due where p.sha256 = due.sha256 and p.previewer = due.previewer
   returning p.sha256, p.mime_type as mime, p.attempts`,
);
const setSize = statement(
  'previews:set-size',
  'update payload.assets set width = $3, height = $4 where sha256 = $1 and mime_type = $2 and width is null',
);

interface Claimed {
  sha256: string;
  mime: string;
  attempts: number;
}

/** The services whose older files were looked for, once in each process. */
const lookedThrough = new WeakSet<Service>();

/** Draws what is due, a few at a time, until there is nothing. What fails for no fault of its own is tried again later, four times. */
export async function drawPreviews(service: Service, signal?: AbortSignal): Promise<void> {
  const { db } = service;
  const types = drawnTypes();
  const previewers = [...new Set(types.map(([, previewer]) => previewer))];
  if (!lookedThrough.has(service)) {
    await db.query(expectAll, [types.map(([mime]) => mime), types.map(([, previewer]) => previewer)]);
    lookedThrough.add(service);
  }
  for (;;) {
    const claimed = await db.query<Claimed>(claim, [previewers]);
    if (claimed.length === 0) return;
    for (const file of claimed) {
      // The rest is due again in ten minutes.
      if (signal?.aborted) return;
      await drawOne(service, file);
    }
  }
}

async function drawOne(service: Service, { sha256, mime, attempts }: Claimed): Promise<void> {
  const { storage, db, log } = service;
  const previewer = previewerOf(mime);
  if (!previewer) return;
  try {
    const { width, height } = await storage.withFile(
      await drawn(service, { sha256, mime }, { anew: true }),
      (path) => sharp(path, decodeOptions).metadata(),
    );
    await db.query(setSize, [sha256, mime, width, height]);
  } catch (error) {
    log.info({ err: error, sha256, previewer: keptAs(previewer) }, 'a file has no preview');
    if (attempts >= mostAttempts)
      await saveUnavailable(
        db,
        { sha256, mime },
        previewer,
        "couldn't be previewed; the reason is in the server's log",
      );
  }
}
