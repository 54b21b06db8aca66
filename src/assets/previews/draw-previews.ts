// The job that draws the pictures of new files, and of files from before there was a previewer for them.
import sharp from 'sharp';
import { statement } from '../../core/db/pool.ts';
import type { Service } from '../../core/service.ts';
import { drawn } from '../delivery/drawings.ts';
import { decodeOptions } from '../delivery/picture.ts';
import { batch, countAttempt, mostAttempts, workOnDue } from '../metadata/due-files.ts';
import { drawnTypes, keptAs, previewerOf } from '../metadata/previewers.ts';
import { saveUnavailable } from './previews.ts';

const expectAll = statement(
  'previews:expect-all',
  `insert into marque.previews (sha256, previewer, mime_type)
   select distinct on (a.sha256, d.previewer) a.sha256, d.previewer, a.mime_type
   from payload.assets a join unnest($1::text[], $2::text[]) as d(mime, previewer) on d.mime = a.mime_type
   where a.sha256 is not null and not exists (select 1 from marque.previews p where p.sha256 = a.sha256 and p.previewer = d.previewer)
   on conflict do nothing`,
);
const claim = statement(
  'previews:claim',
  `with due as materialized (
     select sha256, previewer from marque.previews where due_at <= now() and previewer = any($1::text[])
     order by due_at limit ${batch} for update skip locked)
   update marque.previews p set ${countAttempt('p')}
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

/** Draws what is due. What fails for no fault of its own is tried again later, four times. */
export const drawPreviews = workOnDue({ types: drawnTypes, expectAll, claim, one: drawOne });
