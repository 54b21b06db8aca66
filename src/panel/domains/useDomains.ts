'use client';
// The custom domains of a site or portal, and what can be done with them.
import type { Domain, DomainKind } from '../../domains/schemas.ts';
import { useLive } from '../client/live.ts';
import { call } from '../client/operations.ts';
import { useOperation } from '../client/useOperation.ts';

interface Calls {
  add: (id: string, host: string) => Promise<unknown>;
  check: (id: string, domain: string) => Promise<unknown>;
  remove: (id: string, domain: string) => Promise<unknown>;
}

const callsOf: Record<DomainKind, Calls> = {
  site: {
    add: (id, host) => call('create_site_domain', { id, body: { host } }),
    check: (id, domain) => call('check_site_domain', { id, domain }),
    remove: (id, domain) => call('delete_site_domain', { id, domain }),
  },
  portal: {
    add: (id, host) => call('create_portal_domain', { id, body: { host } }),
    check: (id, domain) => call('check_portal_domain', { id, domain }),
    remove: (id, domain) => call('delete_portal_domain', { id, domain }),
  },
};

export interface Domains {
  /** Null until loaded. */
  domains: readonly Domain[] | null;
  problem: string | null;
  add: (host: string) => Promise<void>;
  check: (domain: string) => Promise<void>;
  remove: (domain: string) => Promise<void>;
}

export function useDomains(kind: DomainKind, id: string): Domains {
  const ofSite = useOperation('list_site_domains', kind === 'site' ? { id } : null);
  const ofPortal = useOperation('list_portal_domains', kind === 'portal' ? { id } : null);
  const { data: domains, problem, again } = kind === 'site' ? ofSite : ofPortal;
  // A job looks for what proves a domain while the page is open.
  useLive(({ resource }) => resource?.id === id, again);
  const calls = callsOf[kind];
  const then = async (done: Promise<unknown>): Promise<void> => {
    await done;
    again();
  };
  return {
    domains,
    problem,
    add: (host) => then(calls.add(id, host)),
    check: (domain) => then(calls.check(id, domain)),
    remove: (domain) => then(calls.remove(id, domain)),
  };
}
