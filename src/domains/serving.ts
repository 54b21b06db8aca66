// Requests to custom domains: whose they are, and what answers there. A domain answers only its site or portal; the app isn't served at one,
// nor at one that has lost its proof.
import { Answer, type RequestFacts } from '../core/operation.ts';
import { ApiError, notFoundTexts } from '../core/errors.ts';
import { statement, statementFor, type Db } from '../core/db/pool.ts';
import type { HostHandler } from '../core/module.ts';
import type { Service } from '../core/service.ts';
import { refusalPage, wantsPage } from '../sharing/document.tsx';
import { challengeOf, challengePath } from './challenge.ts';
import { hostNameOf, isForeign, originOfDomain } from './hosts.ts';
import { ownerColumn, type DomainOwner } from './rows.ts';
import type { DomainKind, DomainState } from './schemas.ts';

/** A verified domain, and the record that it belongs to. */
export interface ServedDomain {
  host: string;
  /** Of the record. */
  id: string;
  slug: string;
}

/** What answers at the domains of a kind of record. */
export type DomainHandler = (service: Service, facts: RequestFacts, at: ServedDomain) => Promise<Answer>;

interface DomainAt extends ServedDomain {
  kind: DomainKind;
  state: DomainState;
  token: string;
}

// Where several had the host, one after the other: the one that has it now.
const at = statement(
  'domains:at',
  `select d.host, d.state, d.token, case when d.site_id is null then 'portal' else 'site' end as kind,
     coalesce(d.site_id, d.portal_id) as id, coalesce(s.slug, p.slug) as slug
   from marque.domains d left join payload.sites s on s.id = d.site_id left join payload.portals p on p.id = d.portal_id
   where d.host = $1 and d.state <> 'pending' order by (d.state = 'verified') desc limit 1`,
);

/** Null for a host that is nobody's. */
async function domainAt({ db, env }: Pick<Service, 'db' | 'env'>, host: string): Promise<DomainAt | null> {
  if (!isForeign(env, host) || host.includes('\0')) return null;
  const [found] = await db.query<DomainAt>(at, [hostNameOf(host)]);
  return found ?? null;
}

/** True if the host is a verified domain, for which a certificate may be issued. */
export async function isServed(service: Pick<Service, 'db' | 'env'>, host: string): Promise<boolean> {
  return (await domainAt(service, host))?.state === 'verified';
}

const mine = statementFor(
  'domains:mine',
  (kind) =>
    `select id from marque.domains where host = $1 and ${ownerColumn(kind)} = $2 and state = 'verified'`,
);

/** True if it is a verified domain of this very record: visitors may be sent there. */
export async function isDomainOf(db: Db, { kind, id }: DomainOwner, host: string): Promise<boolean> {
  return !host.includes('\0') && (await db.query(mine(kind), [host, id])).length > 0;
}

/**
 * The origin of the domain of this record that was asked, for addresses that leave the page: in files, and in what programs read.
 * Null at the server's own address, and for any other host that a request claims.
 */
export async function domainAsked(
  { db, env }: Pick<Service, 'db' | 'env'>,
  owner: DomainOwner,
  headers: Headers,
): Promise<string | null> {
  const host = hostNameOf(headers.get('host') ?? '');
  return isForeign(env, host) && (await isDomainOf(db, owner, host)) ? originOfDomain(env, host) : null;
}

const plainText = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** What isn't at a domain: as a page, or an error for programs. */
export function notAtDomain({ env }: Service, { headers }: RequestFacts): Promise<Answer> {
  const error = new ApiError('not_found', notFoundTexts.pageAdvice);
  return wantsPage(headers) ? refusalPage(env.serverUrl, error) : Promise.reject(error);
}

/** @param handlers by kind of record */
export const domainHosts = (handlers: Readonly<Record<DomainKind, DomainHandler>>): HostHandler => ({
  holds: (service, host) =>
    isForeign(service.env, host) && domainAt(service, host).then((found) => found !== null),
  answer: async (service, facts) => {
    const found = await domainAt(service, facts.headers.get('host') ?? '');
    if (found?.state !== 'verified') return notAtDomain(service, facts);
    if (facts.url.pathname === challengePath && (facts.method === 'GET' || facts.method === 'HEAD'))
      return new Answer(200, { kind: 'bytes', bytes: Buffer.from(challengeOf(found.token)) }, plainText);
    return handlers[found.kind](service, facts, found);
  },
});
