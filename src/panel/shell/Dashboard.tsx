'use client';
// The dashboard: first steps, proposals waiting, assets expiring soon, active agents, recent assets and activity.
import { Gutter, Link, SetStepNav, useAuth } from '@payloadcms/ui';
import { useEffect, useState, type ReactNode } from 'react';
import type { Key as KeySchema } from '../../core/access/schemas.ts';
import type { Activity } from '../../core/events/activity.ts';
import type { ListedProposal } from '../../review/schemas.ts';
import type { Policy } from '../../core/settings/schemas.ts';
import { call } from '../client/operations.ts';
import { AssetCard } from '../assets/AssetCard.tsx';
import { fromActivity } from '../events/event-words.ts';
import { Ago } from '../ui/Ago.tsx';
import { LoadingCards, LoadingRows } from '../ui/Empty.tsx';
import { EventGroups } from '../events/EventGroups.tsx';
import { findAssets, type Found } from '../assets/find-assets.ts';
import { withThumbnails } from '../assets/pictured.ts';
import { FirstSteps, type Beginnings } from './FirstSteps.tsx';
import { useMe, usePolicy, type Who } from '../client/me.tsx';
import { DueNotice } from '../review/DueNotice.tsx';
import { gistOf, placeOf, proposerOf, titleOf } from '../review/proposal/proposal-words.ts';
import { proposalsIn } from '../review/proposal/proposed.ts';
import { ProposalMark } from '../review/proposal/ProposalMark.tsx';
import { agentsPath, reviewPath, useAdminRoute, useHasAgents } from './routes.ts';
import { Thumbnail } from '../ui/Thumbnail.tsx';
import { useFiled } from '../assets/useFiled.ts';
import { waitingFor } from '../client/waiting.ts';
import { reading } from '../client/reading.ts';
import { useWords } from '../words/useWords.ts';
import { nameOf } from '../assets/name-of.ts';
import '../review/queue/waiting.css';
import './dashboard.css';

const shownWaiting = 6;
const shownLately = 6;
const shownExpiring = 6;
const shownEvents = 8;
const shownAgents = 6;
/** Assets are listed this many days before they expire. */
const expiringDays = 30;

type Key = (typeof KeySchema)['_output'];

interface Waiting {
  data: ListedProposal[];
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
  const waits = waitingFor(policy, shownWaiting);
  const writes = scope === 'write' || scope === 'admin';
  const opensPortals = writes && policy.links.makes;
  const [proposed, expiring, lately, events, keys, brands, portals] = await Promise.all([
    waits ? call('list_proposals', { ...withThumbnails, ...waits }, { signal }) : null,
    findAssets({ states: ['active'], expiresWithin: expiringDays, limit: shownExpiring }, signal),
    findAssets({ states: ['active'], limit: shownLately }, signal),
    call('list_activity', { limit: shownEvents }, { signal }),
    call('list_keys', {}, { signal }),
    call('list_brands', {}, { signal }),
    opensPortals ? call('list_portals', {}, { signal }) : { data: [] },
  ]);
  const beginnings = {
    uploads: writes || scope === 'propose',
    makesBrands: writes,
    opensPortals,
    assets: lately.facets.states.reduce((sum, { count }) => sum + count, 0),
    agents: keys.data.length,
    portals: portals.data.length,
    brands: brands.data,
  };
  const waiting = proposed ? { data: proposalsIn(proposed), total: proposed.total } : { data: [], total: 0 };
  return { waiting, expiring, lately, events: events.data, keys: keys.data, beginnings };
}

/** @returns null until all of it is loaded. */
function useOverview(me: Who | null, policy: Policy | null, round: number): Overview | null {
  const [overview, setOverview] = useState<Overview | null>(null);
  const workspaceId = me?.workspace?.id ?? null;
  const scope = me?.scope ?? null;
  useEffect(() => {
    if (!workspaceId || !policy) return;
    // Errors are shown on each list's own page; the dashboard just stays empty.
    return reading((signal) => overviewOf(scope, policy, signal), setOverview);
  }, [workspaceId, scope, policy, round]);
  return overview;
}

interface SectionProps {
  id: string;
  title: string;
  /** Leads to all of it. */
  link: { path: `/${string}`; words: string } | null;
  children: ReactNode;
}

function DashboardSection({ id, title, link, children }: SectionProps) {
  const route = useAdminRoute();
  return (
    <section className="mq-section" aria-labelledby={id}>
      <header className="mq-section__head">
        <h2 id={id}>{title}</h2>
        {link && (
          <Link href={route(link.path)} prefetch={false}>
            {link.words}
          </Link>
        )}
      </header>
      {children}
    </section>
  );
}

function WaitingList({ waiting }: { waiting: Waiting }) {
  const { t } = useWords();
  const route = useAdminRoute();
  const hasQueue = useHasAgents();
  return (
    <DashboardSection
      id="mq-waiting"
      title={t('shell:waiting')}
      link={
        hasQueue && waiting.total > 0
          ? { path: reviewPath, words: t('shell:reviewAll', { count: waiting.total }) }
          : null
      }
    >
      {waiting.total === 0 ? (
        <p className="mq-quiet">{t('shell:nothingToReview')}</p>
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
                  {titleOf(proposal, t)}
                </Link>
                <span className="mq-muted">{gistOf(proposal, t)}</span>
                <span className="mq-muted">
                  {proposerOf(proposal, t)} · <Ago of={proposal.createdAt} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </DashboardSection>
  );
}

function Expiring({ expiring }: { expiring: Found }) {
  const { daysAhead, lastDay, t } = useWords();
  const route = useAdminRoute();
  if (expiring.total === 0) return null;
  return (
    <DashboardSection
      id="mq-expiring"
      title={t('shell:expiresWithin', { count: expiringDays })}
      link={
        expiring.total > expiring.assets.length
          ? {
              path: `/collections/assets?expiresWithin=${expiringDays}`,
              words: t('shell:allOf', { count: expiring.total }),
            }
          : null
      }
    >
      <ul className="mq-waitinglist" aria-labelledby="mq-expiring">
        {expiring.assets.map((asset) => (
          <li key={asset.id} className="mq-waiting">
            <span className="mq-waiting__mark">
              <Thumbnail asset={asset} shownAt={56} />
            </span>
            <span className="mq-waiting__text">
              <Link href={route(`/collections/assets/${asset.id}`)} prefetch={false}>
                {nameOf(asset)}
              </Link>
              {asset.rights?.expires && (
                <span className="mq-muted">
                  {t('shell:lastDay', {
                    in: daysAhead(asset.rights.expires),
                    date: lastDay(asset.rights.expires),
                  })}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </DashboardSection>
  );
}

function RecentActivity({ events }: { events: Activity[] }) {
  const { t } = useWords();
  if (events.length === 0) return null;
  return (
    <DashboardSection
      id="mq-happened"
      title={t('shell:recentActivity')}
      link={{ path: '/activity', words: t('shell:allActivity') }}
    >
      <EventGroups events={events.map(fromActivity)} label={t('shell:recentActivity')} />
    </DashboardSection>
  );
}

/** Keys that were used or have waiting proposals, latest first. Usage counts lag by up to a minute. */
const atWork = (keys: readonly Key[]): Key[] =>
  keys
    .filter(({ lastUsedAt, waiting }) => lastUsedAt !== null || waiting > 0)
    .sort((a, b) => ((a.lastUsedAt ?? a.createdAt) < (b.lastUsedAt ?? b.createdAt) ? 1 : -1));

function ActiveAgents({ keys }: { keys: Key[] }) {
  const { ago, t } = useWords();
  const route = useAdminRoute();
  const hasAgents = useHasAgents();
  const shown = atWork(keys).slice(0, shownAgents);
  if (keys.length === 0) return null;
  return (
    <DashboardSection
      id="mq-atwork"
      title={t('shell:activeAgents')}
      link={{ path: hasAgents ? agentsPath : '/collections/keys', words: t('shell:allAgents') }}
    >
      {shown.length === 0 ? (
        <p className="mq-quiet">{t('shell:noAgentYet')}</p>
      ) : (
        <ul className="mq-waitinglist" aria-labelledby="mq-atwork">
          {shown.map(({ id, name, owner, lastUsedAt, calls, waiting }) => (
            <li key={id} className="mq-waiting">
              <span className="mq-waiting__text">
                <strong>{name}</strong>
                <span className="mq-muted">
                  {owner
                    ? t('shell:forPerson', { name: owner.name, calls: t('access:calls', { count: calls }) })
                    : t('shell:forWorkspace', { calls: t('access:calls', { count: calls }) })}
                  {lastUsedAt && ` · ${ago(lastUsedAt)}`}
                </span>
                {waiting > 0 && (
                  <Link
                    href={route(hasAgents ? `${reviewPath}?by=${id}` : '/collections/assets?status=proposed')}
                    prefetch={false}
                  >
                    {t('shell:proposalsWaiting', { count: waiting })}
                  </Link>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </DashboardSection>
  );
}

function RecentlyAdded({ lately }: { lately: Overview['lately'] }) {
  const { t } = useWords();
  if (lately.total === 0) return null;
  return (
    <DashboardSection
      id="mq-lately"
      title={t('shell:recentlyAdded')}
      link={{ path: '/collections/assets', words: t('shell:openLibrary') }}
    >
      <ul className="mq-grid mq-grid--small" aria-labelledby="mq-lately">
        {lately.assets.map((asset) => (
          <AssetCard key={asset.id} asset={asset} />
        ))}
      </ul>
    </DashboardSection>
  );
}

/** In outline: what waits, and what was added. */
function LoadingDashboard() {
  return (
    <div className="mq-dashboard__loading" aria-hidden="true">
      <LoadingRows />
      <LoadingCards />
    </div>
  );
}

export function Dashboard() {
  const { t } = useWords();
  const { user } = useAuth();
  const me = useMe();
  const filed = useFiled();
  const policy = usePolicy();
  const overview = useOverview(me, policy, filed);
  const name: unknown = user?.name;
  return (
    <main>
      <SetStepNav nav={[]} />
      <Gutter className="mq-dashboard">
        <h1>
          {typeof name === 'string'
            ? t('shell:helloNamed', { name: name.split(' ')[0] ?? name })
            : t('shell:hello')}
        </h1>
        {me && !me.workspace && <p className="mq-quiet">{t('shell:noWorkspace')}</p>}
        {me?.workspace && !overview && <LoadingDashboard />}
        {overview && (
          <>
            <DueNotice />
            <FirstSteps found={overview.beginnings} />
            {policy?.review.proposes && <WaitingList waiting={overview.waiting} />}
            <Expiring expiring={overview.expiring} />
            <ActiveAgents keys={overview.keys} />
            <RecentlyAdded lately={overview.lately} />
            <RecentActivity events={overview.events} />
          </>
        )}
      </Gutter>
    </main>
  );
}
