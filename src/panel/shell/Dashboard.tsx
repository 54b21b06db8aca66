'use client';
// The first page: what waits for a person, what expires soon, what happened lately, which agents are at work, and the first steps until
// they are made.
import { Gutter, Link, SetStepNav, useAuth } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import type { Key as KeySchema } from '../../core/access/schemas.ts';
import type { Brand } from '../../brands/schemas.ts';
import type { Activity } from '../../core/events/activity.ts';
import type { Proposal } from '../../proposals/schemas.ts';
import type { Policy } from '../../core/settings/schemas.ts';
import { call } from '../client/api.ts';
import { AssetCard } from '../assets/AssetCard.tsx';
import { sentenceOf, toldOfActivity } from '../events/event-words.ts';
import { findAssets, type Found } from '../assets/find-assets.ts';
import { FirstSteps, type Beginnings } from './FirstSteps.tsx';
import { ago, counted, daysAhead, lastDay } from '../ui/format.ts';
import { useMe, usePolicy, type Who } from '../client/me.tsx';
import { gistOf, placeOf, proposerOf, titleOf } from '../review/proposal-words.ts';
import { ProposalMark } from '../review/ProposalMark.tsx';
import { agentsPath, reviewPath, useAdminRoute, useHasAgents } from './routes.ts';
import { Thumbnail } from '../ui/Thumbnail.tsx';
import { useUploads } from '../assets/uploads.tsx';
import { waitingFor } from '../client/waiting.ts';

const shownWaiting = 6;
const shownLately = 6;
const shownExpiring = 6;
const shownEvents = 8;
const shownAgents = 6;
/** Days ahead of an asset's last day of use at which it is told. */
const expiringDays = 30;

type Key = (typeof KeySchema)['_output'];

interface Waiting {
  data: Proposal[];
  total: number;
}

interface Overview {
  waiting: Waiting;
  expiring: Found;
  lately: Found;
  events: Activity[];
  keys: Key[];
  beginnings: Beginnings;
}

async function overviewOf(scope: Who['scope'], policy: Policy, signal: AbortSignal): Promise<Overview> {
  const waitsAt = waitingFor(policy, shownWaiting);
  const writes = scope === 'write' || scope === 'admin';
  const opensPortals = writes && policy.links.makes;
  const listOf = <T,>(path: string): Promise<T[]> =>
    call<{ data: T[] }>('GET', path, { signal }).then(({ data }) => data);
  const [waiting, expiring, lately, events, keys, brands, portals] = await Promise.all([
    waitsAt ? call<Waiting>('GET', waitsAt, { signal }) : { data: [], total: 0 },
    findAssets({ state: 'active', expiresWithin: expiringDays, limit: shownExpiring }, signal),
    findAssets({ state: 'active', limit: shownLately }, signal),
    listOf<Activity>(`/api/v1/activity?limit=${shownEvents}`),
    listOf<Key>('/api/v1/keys'),
    listOf<Brand>('/api/v1/brands'),
    opensPortals ? listOf('/api/v1/portals') : [],
  ]);
  const beginnings = {
    uploads: writes || scope === 'propose',
    makesBrands: writes,
    opensPortals,
    assets: lately.facets.states.reduce((sum, { count }) => sum + count, 0),
    agents: keys.length,
    portals: portals.length,
    brands,
  };
  return { waiting, expiring, lately, events, keys, beginnings };
}

/** @returns null until all of it is known. */
function useOverview(me: Who | null, policy: Policy | null, round: number): Overview | null {
  const [overview, setOverview] = useState<Overview | null>(null);
  const workspaceId = me?.workspace?.id ?? null;
  const scope = me?.scope ?? null;
  useEffect(() => {
    if (!workspaceId || !policy) return;
    const left = new AbortController();
    // Each list shows its own trouble on its own page; here there is just nothing to tell.
    overviewOf(scope, policy, left.signal).then(setOverview, () => undefined);
    return () => {
      left.abort();
    };
  }, [workspaceId, scope, policy, round]);
  return overview;
}

function WaitingList({ waiting }: { waiting: Waiting }) {
  const route = useAdminRoute();
  const hasQueue = useHasAgents();
  return (
    <section className="mq-section" aria-labelledby="mq-waiting">
      <header className="mq-section__head">
        <h2 id="mq-waiting">Waiting for review</h2>
        {hasQueue && waiting.total > 0 && (
          <Link href={route(reviewPath)} prefetch={false}>
            {waiting.total === 1 ? 'Review it' : `Review all ${waiting.total}`}
          </Link>
        )}
      </header>
      {waiting.total === 0 ? (
        <p className="mq-quiet">Nothing. What agents and people propose shows up here.</p>
      ) : (
        <ul className="mq-waitinglist" aria-labelledby="mq-waiting">
          {waiting.data.map((proposal) => (
            <li key={proposal.id} className="mq-waiting">
              <span className="mq-waiting__mark">
                <ProposalMark proposal={proposal} />
              </span>
              <span className="mq-waiting__text">
                <Link
                  href={route(hasQueue ? `${reviewPath}?id=${proposal.id}` : placeOf(proposal))}
                  prefetch={false}
                >
                  {titleOf(proposal)}
                </Link>
                <span className="mq-muted">{gistOf(proposal)}</span>
                <span className="mq-muted">
                  {proposerOf(proposal)} · {ago(proposal.createdAt)}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Expiring({ expiring }: { expiring: Found }) {
  const route = useAdminRoute();
  if (expiring.total === 0) return null;
  return (
    <section className="mq-section" aria-labelledby="mq-expiring">
      <header className="mq-section__head">
        <h2 id="mq-expiring">Expires within {expiringDays} days</h2>
        {expiring.total > expiring.assets.length && (
          <Link href={route(`/collections/assets?expiresWithin=${expiringDays}`)} prefetch={false}>
            All {expiring.total}
          </Link>
        )}
      </header>
      <ul className="mq-waitinglist" aria-labelledby="mq-expiring">
        {expiring.assets.map((asset) => (
          <li key={asset.id} className="mq-waiting">
            <span className="mq-waiting__mark">
              <Thumbnail asset={asset} shownAt={56} />
            </span>
            <span className="mq-waiting__text">
              <Link href={route(`/collections/assets/${asset.id}`)} prefetch={false}>
                {asset.metadata.title ?? asset.filename}
              </Link>
              {asset.rights?.expires && (
                <span className="mq-muted">
                  Last day {daysAhead(asset.rights.expires)} · {lastDay(asset.rights.expires)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Happened({ events }: { events: Activity[] }) {
  const route = useAdminRoute();
  if (events.length === 0) return null;
  return (
    <section className="mq-section" aria-labelledby="mq-happened">
      <header className="mq-section__head">
        <h2 id="mq-happened">What happened lately</h2>
        <Link href={route('/activity')} prefetch={false}>
          See everything
        </Link>
      </header>
      <ol className="mq-event-list" aria-labelledby="mq-happened">
        {events.map(toldOfActivity).map((event) => (
          <li key={event.id} className="mq-event">
            <p>
              <strong>{event.actor.name}</strong> {sentenceOf(event)}{' '}
              <span className="mq-muted">· {ago(event.at)}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Those that asked for something, or whose proposals wait: the latest first. Use is counted up to a minute late. */
const atWork = (keys: readonly Key[]): Key[] =>
  keys
    .filter(({ lastUsedAt, waiting }) => lastUsedAt !== null || waiting > 0)
    .sort((a, b) => ((a.lastUsedAt ?? a.createdAt) < (b.lastUsedAt ?? b.createdAt) ? 1 : -1));

function AgentsAtWork({ keys }: { keys: Key[] }) {
  const route = useAdminRoute();
  const hasAgents = useHasAgents();
  const shown = atWork(keys).slice(0, shownAgents);
  if (keys.length === 0) return null;
  return (
    <section className="mq-section" aria-labelledby="mq-atwork">
      <header className="mq-section__head">
        <h2 id="mq-atwork">Agents at work</h2>
        <Link href={route(hasAgents ? agentsPath : '/collections/keys')} prefetch={false}>
          See them all
        </Link>
      </header>
      {shown.length === 0 ? (
        <p className="mq-quiet">None has asked for anything yet.</p>
      ) : (
        <ul className="mq-waitinglist" aria-labelledby="mq-atwork">
          {shown.map(({ id, name, owner, lastUsedAt, calls, waiting }) => (
            <li key={id} className="mq-waiting">
              <span className="mq-waiting__text">
                <strong>{name}</strong>
                <span className="mq-muted">
                  {owner ? `For ${owner.name}` : 'For the workspace'} · {counted(calls, 'call')}
                  {lastUsedAt && ` · ${ago(lastUsedAt)}`}
                </span>
                {waiting > 0 && (
                  <Link
                    href={route(hasAgents ? `${reviewPath}?by=${id}` : '/collections/assets?status=proposed')}
                    prefetch={false}
                  >
                    {waiting === 1 ? '1 proposal waits' : `${waiting} proposals wait`}
                  </Link>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Lately({ lately }: { lately: Overview['lately'] }) {
  const route = useAdminRoute();
  if (lately.total === 0) return null;
  return (
    <section className="mq-section" aria-labelledby="mq-lately">
      <header className="mq-section__head">
        <h2 id="mq-lately">Added lately</h2>
        <Link href={route('/collections/assets')} prefetch={false}>
          The whole library
        </Link>
      </header>
      <ul className="mq-grid mq-grid--small" aria-labelledby="mq-lately">
        {lately.assets.map((asset) => (
          <AssetCard key={asset.id} asset={asset} />
        ))}
      </ul>
    </section>
  );
}

export function Dashboard() {
  const { user } = useAuth();
  const me = useMe();
  const { filed } = useUploads();
  const policy = usePolicy();
  const overview = useOverview(me, policy, filed);
  const name: unknown = user?.name;
  return (
    <main>
      <SetStepNav nav={[]} />
      <Gutter className="mq-dashboard">
        <h1>{typeof name === 'string' ? `Hello, ${name.split(' ')[0] ?? name}` : 'Hello'}</h1>
        {me && !me.workspace && (
          <p className="mq-quiet">No workspace is open to you yet. Ask an admin for access.</p>
        )}
        {overview && (
          <>
            <FirstSteps found={overview.beginnings} />
            {policy?.review.proposes && <WaitingList waiting={overview.waiting} />}
            <Expiring expiring={overview.expiring} />
            <AgentsAtWork keys={overview.keys} />
            <Lately lately={overview.lately} />
            <Happened events={overview.events} />
          </>
        )}
      </Gutter>
    </main>
  );
}
