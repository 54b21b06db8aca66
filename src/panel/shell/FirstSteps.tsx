'use client';
// The first steps in a new workspace: links to each, ticked once done.
import { Link } from '@payloadcms/ui';
import type { Brand } from '../../brands/schemas.ts';
import { CheckIcon } from '../ui/icons.tsx';
import { agentsPath, useAdminRoute, useHasAgents } from './routes.ts';

export interface Beginnings {
  /** Whether the person can do it here. Steps they can't take are hidden. */
  uploads: boolean;
  makesBrands: boolean;
  opensPortals: boolean;
  /** Counts of what the person can see. */
  assets: number;
  agents: number;
  portals: number;
  brands: readonly Brand[];
}

interface Step {
  title: string;
  words: string;
  path: `/${string}`;
  done: boolean;
}

/** Every workspace starts with an empty brand, so the step is done once a brand has content or there's a second one. */
const isMade = (brands: readonly Brand[]): boolean =>
  brands.length > 1 || brands.some(({ rules, pages }) => rules + pages > 0);

function stepsOf(found: Beginnings, hasAgents: boolean): Step[] {
  const [first] = found.brands;
  return [
    ...(found.uploads
      ? [
          {
            title: 'Upload a file',
            words: 'Drop images, videos, audio or fonts into the library.',
            path: '/collections/assets' as const,
            done: found.assets > 0,
          },
        ]
      : []),
    {
      title: 'Connect an agent',
      words: 'Give it the address or a key. With the propose scope, it suggests and you decide.',
      path: hasAgents ? agentsPath : '/collections/keys',
      done: found.agents > 0,
    },
    ...(found.makesBrands
      ? [
          {
            title: 'Create a brand',
            words: 'Colours, type, logos and the words around them, as rules and pages.',
            path: first ? (`/brands/${first.slug}` as const) : '/collections/brands/create',
            done: isMade(found.brands),
          } satisfies Step,
        ]
      : []),
    ...(found.opensPortals
      ? [
          {
            title: 'Open a portal',
            words: 'Show brands and collections to people outside.',
            path: '/collections/portals?new=1' as const,
            done: found.portals > 0,
          },
        ]
      : []),
  ];
}

export function FirstSteps({ found }: { found: Beginnings }) {
  const route = useAdminRoute();
  const steps = stepsOf(found, useHasAgents());
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
