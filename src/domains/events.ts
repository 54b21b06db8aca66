// Events on domains: of the site or portal that they belong to.
import type { Caller } from '../core/access/caller.ts';
import { statementFor, type Db } from '../core/db/pool.ts';
import { recordOn } from '../core/events/record.ts';
import type { DomainRow } from './rows.ts';
import type { DomainKind } from './schemas.ts';

type Happened = 'added' | 'removed' | 'verified' | 'failed';

const types = {
  site: {
    added: 'site.domain_added',
    removed: 'site.domain_removed',
    verified: 'site.domain_verified',
    failed: 'site.domain_failed',
  },
  portal: {
    added: 'portal.domain_added',
    removed: 'portal.domain_removed',
    verified: 'portal.domain_verified',
    failed: 'portal.domain_failed',
  },
} as const satisfies Record<DomainKind, Record<Happened, string>>;

const workspaceOf = statementFor(
  'domains:workspace',
  (kind) => `select workspace_id from payload.${kind === 'site' ? 'sites' : 'portals'} where id = $1`,
);

/** Records what happened to a domain, in the transaction that did it. */
export async function recordDomain(
  db: Db,
  caller: Caller | 'system',
  { kind, owner_id: id, host }: Pick<DomainRow, 'kind' | 'owner_id' | 'host'>,
  happened: Happened,
): Promise<void> {
  const [row] = await db.query<{ workspace_id: string }>(workspaceOf(kind), [id]);
  await recordOn(db, caller, {
    type: types[kind][happened],
    workspaceId: row?.workspace_id ?? null,
    subject: { kind, id },
    detail: { host },
  });
}
