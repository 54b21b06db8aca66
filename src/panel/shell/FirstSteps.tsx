'use client';
// The first steps in a new workspace: links to each, ticked once done.
import { Link } from '@payloadcms/ui';
import type { Brand } from '../../brands/schemas.ts';
import { CheckIcon } from '../ui/icons.tsx';
import { agentsPath, useAdminRoute, useHasAgents } from './routes.ts';
import { useWords } from '../words/useWords.ts';
import type { Translate } from '../words/words.tsx';

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

function stepsOf(found: Beginnings, hasAgents: boolean, t: Translate): Step[] {
  const [first] = found.brands;
  return [
    ...(found.uploads
      ? [
          {
            title: t('shell:stepUpload'),
            words: t('shell:stepUploadHint'),
            path: '/collections/assets' as const,
            done: found.assets > 0,
          },
        ]
      : []),
    {
      title: t('shell:stepAgent'),
      words: t('shell:stepAgentHint'),
      path: hasAgents ? agentsPath : '/collections/keys',
      done: found.agents > 0,
    },
    ...(found.makesBrands
      ? [
          {
            title: t('shell:stepBrand'),
            words: t('shell:stepBrandHint'),
            path: first ? (`/brands/${first.slug}` as const) : '/brands?new=1',
            done: isMade(found.brands),
          } satisfies Step,
        ]
      : []),
    ...(found.opensPortals
      ? [
          {
            title: t('shell:stepPortal'),
            words: t('shell:stepPortalHint'),
            path: '/collections/portals?new=1' as const,
            done: found.portals > 0,
          },
        ]
      : []),
  ];
}

export function FirstSteps({ found }: { found: Beginnings }) {
  const { t } = useWords();
  const route = useAdminRoute();
  const steps = stepsOf(found, useHasAgents(), t);
  if (steps.every(({ done }) => done)) return null;
  return (
    <section className="mq-section" aria-labelledby="mq-steps">
      <h2 id="mq-steps">{t('shell:firstSteps')}</h2>
      <ol className="mq-steps">
        {steps.map(({ title, words, path, done }) => (
          <li key={title} className={done ? 'mq-step mq-step--done' : 'mq-step'}>
            <span className="mq-step__mark">{done && <CheckIcon />}</span>
            <span>
              {done ? (
                <span className="mq-step__title">
                  {title} <span className="mq-sr-only">{t('shell:done')}</span>
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
