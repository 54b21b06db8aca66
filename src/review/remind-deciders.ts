// Reminds people of what waits for their decision before its stage is due: once for each proposal, stage and person. Who was reminded is
// written with the mails, in one transaction, so a killed process neither forgets anyone nor reminds twice.
import { statement, type Db } from '../core/db/pool.ts';
import { inSqlTransaction } from '../core/db/sql-transaction.ts';
import { sendMail } from '../core/mail/send.ts';
import { isMailSetUp } from '../core/mail/server.ts';
import type { Service } from '../core/service.ts';
import { findProposal } from '../proposals/queue.ts';
import { currentStage, peopleLeftIn } from '../proposals/stages/decide.ts';
import { dueDaysSql, isDueSoonSql } from './due-soon.ts';
import { reminderMail } from './mails.ts';
import { queueUrl } from './queue-url.ts';
import { waitsForRestore } from './targets.ts';

export const reminderJob = 'review-reminders';

const pending = `from marque.proposals q
   where q.status = 'waiting' and q.stages is not null and ${isDueSoonSql('q', '$1')}
     and not exists (select 1 from marque.stage_reminders r where r.proposal_id = q.id and r.stage = q.stage)
     and not exists (select 1 from payload.assets a where a.id = q.asset_id and ${waitsForRestore('q', 'a')})`;

const workspaces = statement(
  'review-reminders:workspaces',
  `select w.id, w.name, w.organization_id as organization from payload.workspaces w
   where w.id in (select q.workspace_id ${pending}) order by w.id`,
);

/** Per transaction, to keep it short. */
const atOnce = 200;

const dueIn = statement(
  'review-reminders:due',
  `select q.id, q.number, q.stage_since + ${dueDaysSql('q')} * interval '1 day' as due ${pending} and q.workspace_id = $2 and q.number > $3
   order by q.number limit ${atOnce}`,
);

// A decision in the meantime waits for this, or has moved the proposal on, and then nobody is reminded.
const lock = statement(
  'review-reminders:lock',
  `select id from marque.proposals where id = $1 and status = 'waiting' for update skip locked`,
);

const claim = statement(
  'review-reminders:claim',
  `insert into marque.stage_reminders (proposal_id, stage, person_id) values ($1, $2, $3) on conflict do nothing returning person_id`,
);

interface Workspace {
  id: string;
  name: string;
  organization: string;
}

interface Due {
  id: string;
  number: string;
  due: Date;
}

interface Reminded {
  count: number;
  /** The earliest. */
  due: Date;
}

/** Claims the reminders of one proposal. @returns the addresses to write to. */
async function claimed(db: Db, { id }: Due): Promise<string[]> {
  if ((await db.query(lock, [id])).length === 0) return [];
  const proposal = await findProposal(db, id);
  if (!proposal || !currentStage(proposal)) return [];
  const people = await peopleLeftIn(db, proposal);
  const addresses: string[] = [];
  for (const person of people)
    if ((await db.query(claim, [id, proposal.stage, person.id])).length > 0) addresses.push(person.email);
  return addresses;
}

/** Reminds of some proposals of a workspace, with one mail for each person. */
async function remindOf(service: Service, workspace: Workspace, some: readonly Due[]): Promise<number> {
  return inSqlTransaction(service.db.pool, async (db) => {
    const reminded = new Map<string, Reminded>();
    for (const one of some)
      for (const address of await claimed(db, one)) {
        const { count = 0, due = one.due } = reminded.get(address) ?? {};
        reminded.set(address, { count: count + 1, due: one.due < due ? one.due : due });
      }
    for (const [to, { count, due }] of reminded) {
      const text = reminderMail(workspace.name, count, due, queueUrl(service, '?waitingFor=me'));
      await sendMail(service, db, { organizationId: workspace.organization, to, ...text });
    }
    return reminded.size;
  });
}

/** Reminds everyone whose decision is due soon or overdue. @returns the number of emails queued. */
export async function remindDeciders(service: Service, now = new Date()): Promise<number> {
  let mails = 0;
  for (const workspace of await service.db.query<Workspace>(workspaces, [now])) {
    // Those who can't be written to now are reminded once mail is set up.
    if (!(await isMailSetUp(service, service.db, workspace.organization))) continue;
    let after = '0';
    for (;;) {
      const some = await service.db.query<Due>(dueIn, [now, workspace.id, after]);
      if (some.length === 0) break;
      mails += await remindOf(service, workspace, some);
      after = some.at(-1)?.number ?? after;
    }
  }
  return mails;
}
