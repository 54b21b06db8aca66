'use client';
// The first page: what waits for a person, what came in lately, and the first steps until they are made.
import { Gutter, Link, SetStepNav, useAuth } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import type { Proposal } from '../proposals/schemas.ts';
import type { Policy } from '../settings/schemas.ts';
import { call } from './api.ts';
import { AssetCard } from './AssetCard.tsx';
import { findAssets, type Found } from './find-assets.ts';
import { ago } from './format.ts';
import { CheckIcon } from './icons.tsx';
import { useMe, usePolicy, type Who } from './me.tsx';
import { gistOf, placeOf, proposerOf, titleOf } from './proposal-words.ts';
import { ProposalMark } from './ProposalMark.tsx';
import { agentsPath, reviewPath, useAdminRoute, useHasAgents } from './routes.ts';
import { useUploads } from './uploads.tsx';
import { waitingFor } from './waiting.ts';

const shownWaiting = 6;
const shownLately = 6;

interface Waiting {
  data: Proposal[];
  total: number;
}

interface Overview {
  waiting: Waiting;
  lately: Found;
  keys: number;
  fields: number;
}

/** @returns null until all of it is known. */
function useOverview(workspaceId: string | null, policy: Policy | null, round: number): Overview | null {
  const [overview, setOverview] = useState<Overview | null>(null);
  useEffect(() => {
    if (!workspaceId || !policy) return;
    const waitsAt = waitingFor(policy, shownWaiting);
    const left = new AbortController();
    const { signal } = left;
    const countOf = (path: string): Promise<number> =>
      call<{ data: unknown[] }>('GET', path, { signal }).then(({ data }) => data.length);
    Promise.all([
      waitsAt ? call<Waiting>('GET', waitsAt, { signal }) : { data: [], total: 0 },
      findAssets({ state: 'active', limit: shownLately }, signal),
      countOf('/api/v1/keys'),
      countOf('/api/v1/fields'),
    ]).then(
      ([waiting, lately, keys, fields]) => {
        setOverview({ waiting, lately, keys, fields });
      },
      () => undefined, // Each list shows its own trouble on its own page; here there is just nothing to tell.
    );
    return () => {
      left.abort();
    };
  }, [workspaceId, policy, round]);
  return overview;
}

interface Step {
  title: string;
  words: string;
  path: `/${string}`;
  done: boolean;
}

function stepsOf({ lately, keys, fields }: Overview, scope: Who['scope'], hasAgents: boolean): Step[] {
  const writes = scope === 'write' || scope === 'admin';
  return [
    {
      title: 'Upload a file',
      words: 'Drop pictures, film, sound or fonts into the library.',
      path: '/collections/assets',
      done: lately.facets.states.some(({ count }) => count > 0),
    },
    {
      title: 'Connect an agent',
      words: 'Make a key. With the scope propose it suggests, and you decide.',
      path: hasAgents ? agentsPath : '/collections/keys',
      done: keys > 0,
    },
    ...(writes
      ? [
          {
            title: 'Define a field',
            words: 'What every asset should say: a campaign, a product, a season.',
            path: '/collections/fields/create' as const,
            done: fields > 0,
          },
        ]
      : []),
  ];
}

function FirstSteps({ steps }: { steps: Step[] }) {
  const route = useAdminRoute();
  if (steps.every(({ done }) => done)) return null;
  return (
    <section className="mq-section" aria-labelledby="mq-steps">
      <h2 id="mq-steps">First steps</h2>
      <ol className="mq-steps">
        {steps.map(({ title, words, path, done }) => (
          <li key={title} className={done ? 'mq-step mq-step--done' : 'mq-step'}>
            <span className="mq-step__mark">{done && <CheckIcon />}</span>
            <span>
              {done ? (
                <span className="mq-step__title">
                  {title} <span className="mq-sr-only">(done)</span>
                </span>
              ) : (
                <Link className="mq-step__title" href={route(path)} prefetch={false}>
                  {title}
                </Link>
              )}
              <span className="mq-muted">{words}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
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
  const hasAgents = useHasAgents();
  const overview = useOverview(me?.workspace?.id ?? null, policy, filed);
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
            <FirstSteps steps={stepsOf(overview, me?.scope ?? null, hasAgents)} />
            {policy?.review.proposes && <WaitingList waiting={overview.waiting} />}
            <Lately lately={overview.lately} />
          </>
        )}
      </Gutter>
    </main>
  );
}
