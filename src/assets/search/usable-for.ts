// Searches for what may be used in a way: `usableFor`. The rules are those of usage checks. They decide class by class, because thousands of
// assets have the same few restrictions; only days and states are compared asset by asset.
import { z } from 'zod';
import { statement, type Db } from '../../core/db/pool.ts';
import { suggestion } from '../../lib/nearest.ts';
import type { Mining } from '../mining.ts';
import type { Rights } from '../schemas.ts';

const word = z.string().trim().min(1).max(100);

/** The use that a search asks about; at least one of its properties is there. */
export const SearchedUse = z
  .strictObject({ channel: word, territory: word, date: z.iso.date() })
  .partial()
  .describe('Only what check_use allows for this');
export type SearchedUse = z.output<typeof SearchedUse>;

const parts = Object.keys(SearchedUse.shape);

/** The parts of a use by name; null if it's neither `name:value,name:value` nor JSON, which is how tools send an object. */
function partsIn(text: string): [name: string, value: unknown][] | null {
  if (text.trimStart().startsWith('{')) {
    try {
      return Object.entries(JSON.parse(text) as object).filter(([, value]) => value !== null);
    } catch {
      return null;
    }
  }
  // Not at every comma: "territory:Korea, Republic of".
  const found = text.split(/,(?=\s*\w+\s*:)/).map((part) => /^\s*(\w+)\s*:(.*)$/s.exec(part));
  return found.some((part) => part === null)
    ? null
    : found.map((part): [string, unknown] => [part?.[1] ?? '', part?.[2] ?? '']);
}

const form =
  'Send channel, territory, date or several of them, such as channel:web,territory:DE,date:2027-03-01.';

function problemOf(found: ReturnType<typeof partsIn>): string | null {
  if (found === null || found.length === 0) return form;
  const names = found.map(([name]) => name);
  const unknown = names.find((name) => !parts.includes(name));
  if (unknown !== undefined) return `A use has no ${JSON.stringify(unknown)}. ${suggestion(unknown, parts)}`;
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  return repeated === undefined ? null : `Send ${repeated} once.`;
}

/** The query parameter `usableFor`. */
export const UsableForParameter = z
  .string()
  .max(500)
  .transform((text, context): SearchedUse => {
    const found = partsIn(text);
    const problem = problemOf(found);
    const parsed = problem === null ? SearchedUse.safeParse(Object.fromEntries(found ?? [])) : null;
    if (parsed?.success) return parsed.data;
    for (const message of problem === null
      ? (parsed?.error.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`)
      : [problem])
      context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .optional()
  .describe(
    'Only what usage checks allow for a use: channel:web,territory:DE,date:2027-03-01, or some of these. Default date: today',
  );

/** What decides whether an asset may be used, besides its state and its days: the same for many assets. */
export interface UseClass {
  superseded: boolean;
  rights: Rights | null;
  /** Its own, not the workspace's default. */
  mining: Mining | null;
}

/** A use that a search asks about, with the rules that decide on it. What isn't a function identifies it. */
export interface UseFilter {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  channel: string | null;
  territory: string | null;
  /** What settings decide on: they may change between two searches. */
  settings: readonly unknown[];
  /** Whether an asset of a class may be used this way on a day when nothing else hinders it. */
  allows: (one: UseClass) => boolean;
  /** @throws ApiError invalid for a channel or territory that isn't known, and that no rights in the workspace name. */
  demandKnown: (classes: readonly UseClass[]) => void;
}

/** A text that only matters by being there: else each license and each day would make a class. */
const isThere = (text: string, placeholder: string): string =>
  `case when coalesce(${text}, '') <> '' then '${placeholder}' end`;

/** The class of asset `a`, as text: equal texts are one class. */
export const useClassSql = (a: string): string => `jsonb_build_array(${a}.superseded_by is not null,
    case when jsonb_typeof(${a}.rights) = 'object' then ${a}.rights || jsonb_build_object(
      'license', ${isThere(`${a}.rights->>'license'`, 'any')},
      'embargo', ${isThere(`${a}.rights->>'embargo'`, '0001-01-01')},
      'expires', ${isThere(`${a}.rights->>'expires'`, '9999-12-31')}) end,
    (select u.mining from marque.asset_usage u where u.asset_id = ${a}.id))::text`;

export function useClassOf(text: string): UseClass {
  const [superseded, rights, mining] = JSON.parse(text) as [boolean, Rights | null, Mining | null];
  return { superseded, rights, mining };
}

const classes = statement(
  'search:use-classes',
  `select distinct ${useClassSql('a')} as class from payload.assets a where a.workspace_id = $1`,
);

/**
 * The classes of a workspace's assets that may be used this way.
 * @throws ApiError invalid as `demandKnown` does
 */
export async function allowedClasses(db: Db, workspaceId: string, filter: UseFilter): Promise<string[]> {
  const texts = (await db.query<{ class: string }>(classes, [workspaceId])).map((row) => row.class);
  const known = texts.map(useClassOf);
  filter.demandKnown(known);
  return texts.filter((_, at) => {
    const one = known[at];
    return one !== undefined && filter.allows(one);
  });
}
