// Emails reviewers about waiting proposals (setting review.notify): one digest for everything since the last one, so an agent that makes
// a thousand proposals doesn't cause a thousand emails.
import { statement } from '../core/db/pool.ts';
import { inSqlTransaction } from '../core/db/sql-transaction.ts';
import { sendMail } from '../core/mail/send.ts';
import { isMailSetUp } from '../core/mail/server.ts';
import type { Service } from '../core/service.ts';
import { review } from '../proposals/settings.ts';
import { settingIn } from '../core/settings/read.ts';
import { waitingMail } from './mails.ts';
import { queueUrl } from './queue-url.ts';
import { waitsForRestore } from './targets.ts';

export const reviewMailJob = 'review-mail';

/** Proposals get their number before they commit. After this time, every lower number is either visible or rolled back. */
const committedAfterMs = 60_000;
/** Minimum time between two digests; the first one is sent at once. */
const quietMs = 60 * 60 * 1000;

const news = statement(
  'review-mail:news',
  `select n.*, w.name, w.organization_id as organization from (
     select q.workspace_id as workspace, max(q.number) as last, jsonb_object_agg(q.kind, q.count) as kinds from (
       select p.workspace_id, p.kind, max(p.number) as number, count(*) as count
       from marque.proposals p left join marque.review_notices t on t.workspace_id = p.workspace_id
       where p.status = 'waiting' and p.auto is distinct from 'due' and p.created_at < $1 and p.number > coalesce(t.number, 0) and (t.notified_at is null or t.notified_at < $2)
         and not exists (select 1 from payload.assets a where a.id = p.asset_id and ${waitsForRestore('p', 'a')})
       group by p.workspace_id, p.kind) q
     group by q.workspace_id) n
   join payload.workspaces w on w.id = n.workspace
   where exists (select 1 from marque.settings s where s.organization_id = w.organization_id and s.key = 'review'
     and (s.workspace_id is null or s.workspace_id = w.id) and s.value ? 'notify')
   order by w.id`,
);

// If two processes find the same news, only one sends.
const claim = statement(
  'review-mail:claim',
  `insert into marque.review_notices as t (workspace_id, number, notified_at) values ($1, $2, $3)
   on conflict (workspace_id) do update set number = excluded.number, notified_at = excluded.notified_at where t.number < excluded.number
   returning workspace_id`,
);

interface News {
  workspace: string;
  organization: string;
  name: string;
  /** Number of the latest proposal. */
  last: string;
  kinds: Record<string, number>;
}

/** Emails the reviewers of every workspace about new proposals. @returns the number of emails queued. */
export async function tellReviewers(service: Service, now = new Date()): Promise<number> {
  const rows = await service.db.query<News>(news, [
    new Date(now.getTime() - committedAfterMs),
    new Date(now.getTime() - quietMs),
  ]);
  let mails = 0;
  for (const one of rows) {
    const place = { organizationId: one.organization, workspaceId: one.workspace };
    const { notify } = await settingIn(service, service.db, review, place);
    if (notify.length === 0 || !(await isMailSetUp(service, service.db, one.organization))) continue;
    mails += await inSqlTransaction(service.db.pool, async (db) => {
      if ((await db.query(claim, [one.workspace, one.last, now])).length === 0) return 0;
      const text = waitingMail(one.name, one.kinds, queueUrl(service));
      for (const to of notify) await sendMail(service, db, { organizationId: one.organization, to, ...text });
      return notify.length;
    });
  }
  return mails;
}
