// The job that makes the previews of new files, and of files from before there was a previewer for them.
import { statement } from '../../core/db/pool.ts';
import type { Service } from '../../core/service.ts';
import { drawn } from '../delivery/drawings.ts';
import { batch, countAttempt, mostAttempts, workOnDue } from '../metadata/due-files.ts';
import { drawnTypes, keptAs, previewerOf, type Previewer } from '../metadata/previewers.ts';
import { makePieces } from './pieces.ts';
import { knownOf, saveUnavailable } from './previews.ts';

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
interface Claimed {
  sha256: string;
  mime: string;
  attempts: number;
}

async function drawOne(service: Service, { sha256, mime, attempts }: Claimed): Promise<void> {
  const { db, log } = service;
  const previewer = previewerOf(mime);
  if (!previewer) return;
  try {
    await drawWhole(service, { sha256, mime }, previewer);
  } catch (error) {
    log.info({ err: error, sha256, previewer: keptAs(previewer) }, 'a file has no preview');
    if (attempts < mostAttempts || (await knownOf(db, sha256, previewer))?.state === 'ready') return;
    await saveUnavailable(
      db,
      { sha256, mime },
      previewer,
      "couldn't be previewed; the reason is in the server's log",
    );
  }
}

/** The picture first: it's what people wait for. */
async function drawWhole(
  service: Service,
  file: Pick<Claimed, 'sha256' | 'mime'>,
  previewer: Previewer,
): Promise<void> {
  const { db } = service;
  // What is known of a picture that is kept may be lost.
  const anew = (await knownOf(db, file.sha256, previewer))?.state !== 'ready';
  await drawn(service, file, { anew });
  const { pieces } = (await knownOf(db, file.sha256, previewer)) ?? { pieces: null };
  if (previewer.makePieces && pieces === null) await makePieces(service, file, previewer);
}

/** Draws what is due. What fails for no fault of its own is tried again later, four times. */
export const drawPreviews = workOnDue({ types: drawnTypes, expectAll, claim, one: drawOne });
