// Tasks in the database: what has become of calls that take long. A task is its key's alone, and goes with it.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { statement, type Db } from '../../../src/core/db/pool.ts';
import { inSqlTransaction } from '../../../src/core/db/sql-transaction.ts';
import type { Progress } from '../../../src/core/progress.ts';
import type { Service } from '../../../src/core/service.ts';

/** A tool's result, or for a task that failed an error of the protocol. */
export type Outcome = { result: CallToolResult } | { error: { code: number; message: string } };

export interface Task {
  id: string;
  tool: string;
  status: 'working' | 'completed' | 'failed' | 'cancelled';
  message: string | null;
  begun: Record<string, string> | null;
  outcome: Outcome | null;
  cancel_asked: boolean;
  /** A process works on it. */
  alive: boolean;
  ttl_ms: number;
  created_at: Date;
  updated_at: Date;
}

/** Tasks of one key that run at the same time. */
export const maxRunning = 10;

/** A dead process is known after this time; a live one renews its tasks well before. */
const aliveFor = `interval '15 seconds'`;

const columns = `id, tool, status, message, begun, outcome, cancel_asked, worker_until > now() as alive,
  round(extract(epoch from expires_at - created_at) * 1000)::integer as ttl_ms, created_at, updated_at`;

// One after the other, so that several don't all find room for one.
const lockKey = statement(
  'tasks:lock-key',
  `select pg_advisory_xact_lock(hashtextextended('tasks of ' || $1::uuid::text, 0))`,
);
const insert = statement(
  'tasks:insert',
  `insert into marque.agent_tasks (key_id, tool, part, message, begun, worker_until, expires_at)
   select $1::uuid, $2::text, $3::real, $4::text, $5::jsonb, now() + ${aliveFor}, now() + make_interval(secs => $6::integer)
   where (select count(*) from marque.agent_tasks where key_id = $1::uuid and status = 'working' and worker_until > now()) < ${maxRunning}
   returning ${columns}`,
);
const renew = statement(
  'tasks:renew',
  `update marque.agent_tasks set worker_until = now() + ${aliveFor}, part = $2::real, message = $3::text, begun = $4::jsonb,
     updated_at = case when (part, message) is distinct from ($2::real, $3::text) then now() else updated_at end
   where id = $1::uuid and status = 'working' returning cancel_asked`,
);
const release = statement(
  'tasks:release',
  `update marque.agent_tasks set worker_until = now(), begun = $2::jsonb where id = $1::uuid and status = 'working'`,
);
const end = statement(
  'tasks:end',
  `update marque.agent_tasks set status = $2, outcome = $3::json, message = $4, updated_at = now()
   where id = $1::uuid and status = 'working' returning ${columns}`,
);
const find = statement(
  'tasks:find',
  `select ${columns} from marque.agent_tasks where id = $1::uuid and key_id = $2::uuid and expires_at > now()`,
);
const askCancel = statement(
  'tasks:ask-cancel',
  `update marque.agent_tasks set cancel_asked = true where id = $1::uuid and status = 'working'`,
);
const drop = statement(
  'tasks:drop',
  'delete from marque.agent_tasks where expires_at <= now() returning 1 as dropped',
);

const begunOf = ({ begun }: Progress): string | null => (begun ? JSON.stringify(begun) : null);

/** Creates a task. @returns null if too many of the key's tasks are running. */
export async function insertTask(
  { db: { pool } }: Service,
  { keyId, tool, seconds }: { keyId: string; tool: string; seconds: number },
  progress: Progress,
): Promise<Task | null> {
  const { part, message } = progress;
  const values = [keyId, tool, part, message, begunOf(progress), seconds];
  return inSqlTransaction(pool, async (db) => {
    await db.query(lockKey, [keyId]);
    const [row] = await db.query<Task>(insert, values);
    return row ?? null;
  });
}

/** Says that a task is being worked on, and how far it is. @returns whether it is to be canceled; null if it has ended, or is gone. */
export async function renewTask(db: Db, id: string, progress: Progress): Promise<boolean | null> {
  const { part, message } = progress;
  const values = [id, part, message, begunOf(progress)];
  const [row] = await db.query<{ cancel_asked: boolean }>(renew, values);
  return row?.cancel_asked ?? null;
}

/** Leaves a task to what it has begun, which goes on without this process. */
export async function releaseTask(db: Db, id: string, progress: Progress): Promise<void> {
  await db.query(release, [id, begunOf(progress)]);
}

/** Ends a task. @returns null if it has ended before, or is gone. */
export async function endTask(
  db: Db,
  id: string,
  { status, outcome, message }: Pick<Task, 'status' | 'outcome' | 'message'>,
): Promise<Task | null> {
  const values = [id, status, outcome && JSON.stringify(outcome), message];
  const [row] = await db.query<Task>(end, values);
  return row ?? null;
}

/** A task of the key; null if there is none, or it has expired. */
export async function findTask(db: Db, id: string, keyId: string): Promise<Task | null> {
  const [row] = await db.query<Task>(find, [id, keyId]);
  return row ?? null;
}

export async function askToCancel(db: Db, id: string): Promise<void> {
  await db.query(askCancel, [id]);
}

/** Deletes expired tasks. @returns how many */
export async function dropTasks(db: Db): Promise<number> {
  return (await db.query(drop)).length;
}
