// The job that reads the text of new files, and of files from before there was a reader for them.
import type { CollectionAfterChangeHook } from 'payload';
import { statement } from '../../core/db/pool.ts';
import { inSqlTransaction } from '../../core/db/sql-transaction.ts';
import { withPatience } from '../../core/db/time-limits.ts';
import { transactionOf } from '../../core/db/transaction.ts';
import { reportFailure } from '../../core/failures.ts';
import { sendSoon } from '../../core/jobs/send-soon.ts';
import { serviceOf, type Service } from '../../core/service.ts';
import { blobKey } from '../../core/storage/contract.ts';
import { withFile } from '../../lib/media-probe/file-parts.ts';
import { batch, countAttempt, mostAttempts, workOnDue } from '../metadata/due-files.ts';
import { missOf } from '../metadata/extractors.ts';
import { notedAs, NoText, readText, readTypes, textReaderOf, type TextReader } from './text-readers.ts';

export const readTextsJob = 'read-texts';

const expect = statement(
  'texts:expect',
  'insert into marque.asset_texts (asset_id, reader) values ($1, $2) on conflict do nothing',
);
// Of several readers of a type, there is one now.
const expectAll = statement(
  'texts:expect-all',
  `insert into marque.asset_texts as x (asset_id, reader)
   select a.id, d.reader from payload.assets a join unnest($1::text[], $2::text[]) as d(mime, reader) on d.mime = a.mime_type
   where a.sha256 is not null and not exists (select 1 from marque.asset_texts t where t.asset_id = a.id and t.reader = d.reader)
   on conflict (asset_id) do update set reader = excluded.reader, state = 'pending', reason = null, due_at = now(), attempts = 0`,
);
const claim = statement(
  'texts:claim',
  `with due as materialized (
     select asset_id from marque.asset_texts where due_at <= now() and reader = any($1::text[])
     order by due_at limit ${batch} for update skip locked)
   update marque.asset_texts x set ${countAttempt('x')}
   from due join payload.assets a on a.id = due.asset_id where x.asset_id = due.asset_id
   returning a.id, a.sha256, a.mime_type as mime, x.attempts`,
);
// The same order of locks as where assets are removed.
const lockAsset = statement(
  'texts:lock-asset',
  'select workspace_id as workspace from payload.assets where id = $1 for key share',
);
const clear = statement('texts:clear', 'delete from marque.asset_text_pages where asset_id = $1');
const savePages = statement(
  'texts:save-pages',
  `insert into marque.asset_text_pages (asset_id, page, words)
   select $1, p.page, array_to_tsvector(w.words) from unnest($2::int[], $3::text[]) p(page, text)
     cross join lateral (select marque.words(p.text) as words offset 0) w where cardinality(w.words) > 0`,
);
const saveRead = statement(
  'texts:save-read',
  `update marque.asset_texts x set reader = $2, state = 'read', reason = null, due_at = null, words = (
     select array_to_tsvector(array_agg(distinct l.word) || array['in-' || coalesce($3::text, '')])
     from marque.asset_text_pages p cross join lateral unnest(tsvector_to_array(p.words)) l(word) where p.asset_id = x.asset_id
     having count(*) > 0)
   where asset_id = $1`,
);
const saveUnreadable = statement(
  'texts:save-unreadable',
  `update marque.asset_texts set reader = $2, state = 'unreadable', reason = $3, due_at = null where asset_id = $1`,
);
const announce = statement(
  'texts:announce',
  `with changed as (insert into marque.asset_changes (asset_id, workspace_id) values ($1, $2) returning 1)
   select pg_notify('marque_assets', '') from changed`,
);

interface Claimed {
  id: string;
  sha256: string;
  mime: string;
  attempts: number;
}

/** Has the text of a new asset read once it is committed. What a killed process leaves, the job's schedule finds. */
export const readNewAsset: CollectionAfterChangeHook<{
  id: string;
  sha256?: string | null;
  mimeType?: string | null;
}> = async ({ req, doc, operation }) => {
  const reader = textReaderOf(doc.mimeType ?? '');
  if (operation !== 'create' || !reader || !doc.sha256) return doc;
  const db = await transactionOf(req);
  await db.query(expect, [doc.id, notedAs(reader)]);
  sendSoon(serviceOf(req.payload), db, readTextsJob);
  return doc;
};

async function readOne(service: Service, { id, sha256, mime, attempts }: Claimed): Promise<void> {
  const { storage, db, log } = service;
  const reader = textReaderOf(mime);
  if (!reader) return;
  const { what } = missOf(reader, null);
  try {
    const texts = await storage.withFile(blobKey(sha256), (path) =>
      withFile(path, (file) => readText(reader, file, mime)),
    );
    await withPatience(() => save(service, id, reader, texts));
    service.failures.recovered(what);
  } catch (error) {
    const isKnown = error instanceof NoText;
    log.info({ err: error, asset: id, reader: notedAs(reader) }, 'the text of a file was not read');
    if (!isKnown) reportFailure(service, what, error);
    const reason = isKnown ? error.reason : "couldn't be read; the reason is in the server's log";
    if ((isKnown && error.isLasting) || attempts >= mostAttempts)
      await db.query(saveUnreadable, [id, notedAs(reader), reason]);
  }
}

/** Keeps the words in place of those from before; nothing if the asset is gone meanwhile. */
async function save(
  { db }: Service,
  id: string,
  reader: TextReader,
  texts: ReadonlyMap<number, string>,
): Promise<void> {
  await inSqlTransaction(db.pool, async (on) => {
    const [asset] = await on.query<{ workspace: string | null }>(lockAsset, [id]);
    if (!asset) return;
    await on.query(clear, [id]);
    await on.query(savePages, [id, [...texts.keys()], [...texts.values()]]);
    await on.query(saveRead, [id, notedAs(reader), asset.workspace]);
    if (asset.workspace !== null) await on.query(announce, [id, asset.workspace]);
  });
}

/** Reads what is due. What fails for no fault of its own is tried again later, four times. */
export const readTexts = workOnDue({ types: readTypes, expectAll, claim, one: readOne });
