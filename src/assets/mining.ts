// Whether machines may learn from an asset: its own usage terms, or the default of its workspace. Said in checks, in delivery's headers and
// in the metadata of what's delivered.
import { z } from 'zod';
import { statement, type Db } from '../core/db/pool.ts';
import { contexts, defineSetting } from '../core/settings/schemas.ts';

export const minings = ['allowed', 'search-only', 'disallowed'] as const;
export type Mining = (typeof minings)[number];

export const miningSetting = defineSetting({
  key: 'mining',
  label: 'Text and data mining',
  contexts,
  properties: {
    default: z.enum(minings).describe('For assets without `mining` in their usage terms'),
  },
  defaults: {},
  form: {
    about:
      'Whether others may mine assets or train models on them. Usage checks, HTTP headers and file metadata say so.',
    properties: {
      default: {
        label: 'Default for assets',
        kind: {
          as: 'choice',
          options: [
            { value: 'allowed', label: 'Allowed' },
            { value: 'search-only', label: 'For search only' },
            { value: 'disallowed', label: 'Not allowed' },
          ],
        },
        unset: 'Not stated',
      },
    },
  },
});

/** The setting's value for a workspace; null where nothing is set. @param t alias of what has its `organization_id` */
const defaultSql = (t: string, whose: string): string =>
  `(select s.value ->> 'default' from marque.settings s where s.organization_id = ${t}.organization_id and s.key = '${miningSetting.key}' and ${whose})`;

/**
 * What counts for asset `a`, a `Mining`; null where nobody has said anything.
 *
 * @param t alias of what has its `organization_id`
 */
export const miningSql = (a: string, t: string): string =>
  `coalesce((select u.mining from marque.asset_usage u where u.asset_id = ${a}.id),
    ${defaultSql(t, `s.workspace_id = ${a}.workspace_id`)}, ${defaultSql(t, 's.workspace_id is null')})`;

const defaultOfWorkspace = statement(
  'mining:of-workspace',
  `select coalesce(${defaultSql('w', 's.workspace_id = w.id')}, ${defaultSql('w', 's.workspace_id is null')}) as mining
   from payload.workspaces w where w.id = $1`,
);

/** What counts for pages that show a workspace's assets: its default; null where nobody has set one. */
export async function miningOfWorkspace(db: Db, workspaceId: string): Promise<Mining | null> {
  const [row] = await db.query<{ mining: Mining | null }>(defaultOfWorkspace, [workspaceId]);
  return row?.mining ?? null;
}

/** PLUS's addresses for it (LDF 1.3, Data Mining), which IPTC recommends in XMP. */
const plusValues: Record<Mining, string> = {
  allowed: 'DMI-ALLOWED',
  'search-only': 'DMI-PROHIBITED-EXCEPTSEARCHENGINEINDEXING',
  disallowed: 'DMI-PROHIBITED',
};

/** For `plus:DataMining`. */
export const plusMining = (mining: Mining): string => `http://ns.useplus.org/ldf/vocab/${plusValues[mining]}`;

/** The Creator Assertions Working Group's label of the assertion about it, and its words (CAWG Training and Data Mining Assertion 1.1). */
const cawgLabel = 'cawg.training-mining';
const trainings = ['cawg.ai_inference', 'cawg.ai_generative_training', 'cawg.ai_training'];

/** The assertion for Content Credentials; nothing where nobody has said anything. */
export function miningAssertion(mining: Mining | null): Record<string, unknown> {
  if (mining === null) return {};
  const use = mining === 'allowed' ? 'allowed' : 'notAllowed';
  const search = { use: 'constrained', constraint_info: 'Search engine indexing only' };
  const entries = {
    ...Object.fromEntries(trainings.map((name) => [name, { use }])),
    'cawg.data_mining': mining === 'search-only' ? search : { use },
  };
  return { [cawgLabel]: { entries } };
}

/** Whether the rights to mine something are reserved, as the W3C TDM Reservation Protocol writes it. */
export const reservationOf = (mining: Mining): '0' | '1' => (mining === 'allowed' ? '0' : '1');

/** Headers of a delivered file or page. */
export const miningHeaders = (mining: Mining | null): Record<string, string> =>
  mining === null ? {} : { 'tdm-reservation': reservationOf(mining) };
