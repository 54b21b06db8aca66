// Domains are added and removed. Two can ask for the same host; which of them has it, the check decides.
import { randomBytes } from 'node:crypto';
import type { Caller } from '../core/access/caller.ts';
import { statement, statementFor, type Db } from '../core/db/pool.ts';
import { ApiError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { checkJob } from './checking.ts';
import { recordDomain } from './events.ts';
import { customHost } from './hosts.ts';
import { domainRow, domainRowsOf, noDomain, ownerColumn, toDomain, type DomainOwner } from './rows.ts';
import type { Domain } from './schemas.ts';

/** Of one site or portal. */
export const maxDomains = 20;

// One after the other, so that two don't both find room.
const lockOwner = statement(
  'domains:lock-owner',
  `select pg_advisory_xact_lock(hashtextextended('domains ' || $1::text, 0))`,
);
const verifiedAt = statement(
  'domains:verified-at',
  `select id from marque.domains where host = $1 and state = 'verified'`,
);
const insert = statementFor(
  'domains:insert',
  (kind) => `insert into marque.domains (${ownerColumn(kind)}, host, token) values ($1, $2, $3) returning id`,
);
const drop = statement('domains:drop', 'delete from marque.domains where id = $1 returning id');

/** The domains of a record, by name. */
export async function domainsOf({ env }: Service, db: Db, owner: DomainOwner): Promise<Domain[]> {
  return (await domainRowsOf(db, owner)).map((row) => toDomain(row, env));
}

/**
 * Adds a domain, and has it checked soon.
 * @throws invalid for a host that can't be one; conflict if it's added already, or another record has it; limit_reached
 */
export async function addDomain(
  service: Service,
  db: Db,
  caller: Caller,
  owner: DomainOwner,
  asked: string,
): Promise<Domain> {
  const host = customHost(service.env, owner.kind, asked);
  await db.query(lockOwner, [owner.id]);
  const rows = await domainRowsOf(db, owner);
  if (rows.some((row) => row.host === host)) throw new ApiError('conflict', `${host} is already added here.`);
  if (rows.length >= maxDomains)
    throw new ApiError(
      'limit_reached',
      `There can be ${maxDomains} domains here. Remove one that isn’t needed.`,
    );
  if ((await db.query(verifiedAt, [host])).length > 0)
    throw new ApiError(
      'conflict',
      `${host} belongs to another site or portal on this server. Remove it there first.`,
    );
  const token = randomBytes(24).toString('base64url');
  const [made] = await db.query<{ id: string }>(insert(owner.kind), [owner.id, host, token]);
  const row = await domainRow(db, owner, made?.id ?? '');
  await recordDomain(db, caller, row, 'added');
  await service.jobs.send(checkJob, { id: row.id }, db);
  return toDomain(row, service.env);
}

/** Removes a domain: nothing is served there from then on. @throws not_found */
export async function removeDomain(db: Db, caller: Caller, owner: DomainOwner, id: string): Promise<void> {
  const row = await domainRow(db, owner, id);
  // Empty if somebody else removed it meanwhile: it's removed once, in the audit log too.
  if ((await db.query(drop, [id])).length === 0) throw noDomain();
  await recordDomain(db, caller, row, 'removed');
}
