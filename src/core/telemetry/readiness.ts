// Whether this process can answer requests, part by part. Asked by anyone and often, so an answer is kept for a second and shared.
import { statement } from '../db/pool.ts';
import { marqueMigrations } from '../db/migrate.ts';
import type { Service } from '../service.ts';
import { within } from '../../lib/within.ts';

export const parts = ['database', 'storage', 'migrations', 'jobs'] as const;
export type Part = (typeof parts)[number];
export type Readiness = Readonly<Record<Part, boolean>>;

/** How long a part may take to answer. */
const limitMs = 2_000;
const keptMs = 1_000;

const applied = statement(
  'telemetry:migrations',
  'select count(*) as applied from marque.migrations where name = any($1::text[])',
);

/** Null: the database doesn't answer. */
async function isMigrated({ db }: Service): Promise<boolean | null> {
  const names = marqueMigrations.map(({ name }) => name);
  try {
    const [row] = await db.query<{ applied: number }>(applied, [names]);
    return row?.applied === names.length;
  } catch (error) {
    // Undefined table: it answers, but somebody has emptied it.
    return (error as { code?: unknown }).code === '42P01' ? false : null;
  }
}

async function look(service: Service): Promise<Readiness> {
  const [migrated, storage] = await Promise.all([
    within(limitMs, isMigrated(service), () => null),
    within(
      limitMs,
      service.storage.healthy().catch(() => false),
      () => false,
    ),
  ]);
  return { database: migrated !== null, storage, migrations: migrated === true, jobs: service.jobs.ready() };
}

interface Kept {
  until: number;
  answer: Promise<Readiness>;
}
const kept = new WeakMap<Service, Kept>();

/** Never throws. However often it's called, each part is asked at most once a second. */
export function readinessOf(service: Service): Promise<Readiness> {
  const known = kept.get(service);
  if (known && known.until > performance.now()) return known.answer;
  const answer = look(service);
  const fresh: Kept = { until: Infinity, answer };
  kept.set(service, fresh);
  void answer.then(() => {
    fresh.until = performance.now() + keptMs;
  });
  return answer;
}

export const isReady = (readiness: Readiness): boolean => parts.every((part) => readiness[part]);
