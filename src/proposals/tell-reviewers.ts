// Mail to those who want to hear that something waits (setting review.notify): one mail for all that came since the one before, so
// that an agent that proposes a thousand things is no thousand mails.
import { statement } from '../core/db/pool.ts';
import { inSqlTransaction } from '../core/db/sql-transaction.ts';
import { sendMail } from '../core/mail/send.ts';
import { isMailSetUp } from '../core/mail/server.ts';
import type { Service } from '../core/service.ts';
import { review } from '../core/settings/definitions.ts';
import { settingIn } from '../core/settings/read.ts';
import type { ProposalKind } from './schemas.ts';

export const reviewMailJob = 'review-mail';

/** Proposals take their number before they are committed: by then every earlier one is either there or never will be. */
const settledAfterMs = 60_000;
/** The first is told of at once, and what follows it together. */
const quietMs = 60 * 60 * 1000;

const news = statement(
  'review-mail:news',
  `select n.*, w.name, w.organization_id as organization from (
     select q.workspace_id as workspace, max(q.number) as last, jsonb_object_agg(q.kind, q.count) as kinds from (
       select p.workspace_id, p.kind, max(p.number) as number, count(*) as count
       from marque.proposals p left join marque.review_told t on t.workspace_id = p.workspace_id
       where p.status = 'waiting' and p.created_at < $1 and p.number > coalesce(t.number, 0) and (t.told_at is null or t.told_at < $2)
         and not exists (select 1 from assets a where a.id = p.asset_id and a.deleted_at is not null)
       group by p.workspace_id, p.kind) q
     group by q.workspace_id) n
   join workspaces w on w.id = n.workspace
   where exists (select 1 from marque.settings s where s.organization_id = w.organization_id and s.key = 'review'
     and (s.workspace_id is null or s.workspace_id = w.id) and s.value ? 'notify')
   order by w.id`,
);

// Of two who found the same news, one tells.
const claim = statement(
  'review-mail:claim',
  `insert into marque.review_told as t (workspace_id, number, told_at) values ($1, $2, $3)
   on conflict (workspace_id) do update set number = excluded.number, told_at = excluded.told_at where t.number < excluded.number
   returning workspace_id`,
);

interface News {
  workspace: string;
  organization: string;
  name: string;
  /** The last one's number. */
  last: string;
  kinds: Partial<Record<ProposalKind, number>>;
}

/** Tells the reviewers of every workspace what has come. @returns how many mails are on their way. */
export async function tellReviewers(service: Service, now = new Date()): Promise<number> {
  const rows = await service.db.query<News>(news, [
    new Date(now.getTime() - settledAfterMs),
    new Date(now.getTime() - quietMs),
  ]);
  let mails = 0;
  for (const one of rows) {
    const place = { organizationId: one.organization, workspaceId: one.workspace };
    const { notify } = await settingIn(service, service.db, review, place);
    if (notify.length === 0 || !(await isMailSetUp(service, service.db, one.organization))) continue;
    mails += await inSqlTransaction(service.db.pool, async (db) => {
      if ((await db.query(claim, [one.workspace, one.last, now])).length === 0) return 0;
      for (const to of notify) await sendMail(service, db, { to, ...letterAbout(service, one) });
      return notify.length;
    });
  }
  return mails;
}

const words = {
  asset: ['new asset', 'new assets'],
  tags: ['suggestion of tags', 'suggestions of tags'],
  fields: ['suggestion of field values', 'suggestions of field values'],
  title: ['change of a title', 'changes of titles'],
  description: ['change of a description', 'changes of descriptions'],
  creator: ['change of a creator', 'changes of creators'],
  rights: ['change of rights', 'changes of rights'],
  rule: ['rule', 'rules'],
  page: ['page', 'pages'],
} as const satisfies Record<ProposalKind, readonly [string, string]>;

/** Numbers and the workspace's own name: what agents wrote stays where it is looked at. */
function letterAbout({ env, payload }: Service, { organization, name, kinds }: News) {
  const counted = (Object.keys(words) as ProposalKind[]).flatMap((kind) => {
    const count = kinds[kind] ?? 0;
    return count === 0 ? [] : [`${count} ${words[kind][count === 1 ? 0 : 1]}`];
  });
  const { admin, routes } = payload.config;
  // The queue comes with the plugin of the agents; without it the first page of the panel says what waits.
  const queue = admin.custom?.marqueAgents ? '/review' : '';
  const total = Object.values(kinds).reduce((sum, count) => sum + count, 0);
  return {
    organizationId: organization,
    subject: `${total} ${total === 1 ? 'proposal waits' : 'proposals wait'} for review in ${name}`,
    paragraphs: [
      `${counted.join(', ')} came in and ${total === 1 ? 'waits' : 'wait'} for a person to decide.`,
      'You get this because an admin named your address in the settings, under Review. Further ones are told of in an hour at the earliest.',
    ],
    action: { label: 'Look at what waits', url: `${env.serverUrl}${routes.admin}${queue}` },
  };
}
