// Domains as they're stored, and as the API shows them.
import { statement, statementFor, type Db } from '../core/db/pool.ts';
import { ApiError } from '../core/errors.ts';
import type { Env } from '../env.ts';
import { challengeOf, challengePath, recordNameOf } from './challenge.ts';
import { originOfDomain } from './hosts.ts';
import type { Domain, DomainKind, DomainProblem, DomainState } from './schemas.ts';

/** The record that a domain belongs to. */
export interface DomainOwner {
  kind: DomainKind;
  id: string;
}

export interface DomainRow {
  id: string;
  kind: DomainKind;
  owner_id: string;
  host: string;
  token: string;
  state: DomainState;
  problem: DomainProblem | null;
  verified_at: Date | null;
  checked_at: Date | null;
  failing_since: Date | null;
  created_at: Date;
}

/** SQL: the columns of domain `d`. */
const columns = `d.id, case when d.site_id is null then 'portal' else 'site' end as kind, coalesce(d.site_id, d.portal_id) as owner_id, d.host,
  d.token, d.state, d.problem, d.verified_at, d.checked_at, d.failing_since, d.created_at`;

const ownerColumns: Readonly<Record<string, string>> = { site: 'site_id', portal: 'portal_id' };

/** SQL: the column that says which record of this kind a domain belongs to. */
export function ownerColumn(kind: string): string {
  const column = ownerColumns[kind];
  if (column === undefined) throw new Error(`No domains belong to "${kind}".`);
  return column;
}

const listed = statementFor(
  'domains:list',
  (kind) => `select ${columns} from marque.domains d where d.${ownerColumn(kind)} = $1 order by d.host`,
);
const one = statementFor(
  'domains:one',
  (kind) => `select ${columns} from marque.domains d where d.id = $2 and d.${ownerColumn(kind)} = $1`,
);
const locked = statement(
  'domains:lock',
  `select ${columns} from marque.domains d where d.id = $1 for update`,
);
const anyOne = statement('domains:any', `select ${columns} from marque.domains d where d.id = $1`);

export function toDomain(row: DomainRow, env: Pick<Env, 'serverUrl'>): Domain {
  const { id, host, state, problem } = row;
  const value = challengeOf(row.token);
  return {
    id,
    host,
    state,
    problem,
    url: originOfDomain(env, host),
    record: { type: 'TXT', name: recordNameOf(host), value },
    file: { url: `http://${host}${challengePath}`, content: value },
    verifiedAt: row.verified_at?.toISOString() ?? null,
    checkedAt: row.checked_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

/** The domains of a record, by name. */
export const domainRowsOf = (db: Db, { kind, id }: DomainOwner): Promise<DomainRow[]> =>
  db.query<DomainRow>(listed(kind), [id]);

export const noDomain = (): ApiError => new ApiError('not_found', 'Domain not found here.');

/** A domain of this record. @throws not_found */
export async function domainRow(db: Db, { kind, id }: DomainOwner, domain: string): Promise<DomainRow> {
  const [row] = await db.query<DomainRow>(one(kind), [id, domain]);
  if (!row) throw noDomain();
  return row;
}

/** Null if it was removed. */
export async function domainById(db: Db, id: string): Promise<DomainRow | null> {
  const [row] = await db.query<DomainRow>(anyOne, [id]);
  return row ?? null;
}

/** Locks a domain until the transaction ends; null if it was removed. */
export async function lockDomain(db: Db, id: string): Promise<DomainRow | null> {
  const [row] = await db.query<DomainRow>(locked, [id]);
  return row ?? null;
}
