// What the schema of the setting `review` can't tell: whether the stages that routes name exist, and the people, groups, collections and
// kinds of proposals that they name.
import { peopleIn } from '../core/access/grants/grants.ts';
import { statement, type Db } from '../core/db/pool.ts';
import type { Issue } from '../core/errors.ts';
import type { SettingCheck } from '../core/settings/checks.ts';
import { storedSettings } from '../core/settings/read.ts';
import { changed, type Change, type Values } from '../core/settings/rules.ts';
import type { OwnPlace } from '../core/settings/schemas.ts';
import { suggestion } from '../lib/nearest.ts';
import { review } from '../proposals/settings.ts';
import type { Holder, Route, Stage } from '../proposals/stages/schemas.ts';
import { collectionsHere } from './collections-here.ts';
import { proposalKindNamesNow } from './module-kinds.ts';

const groupsThere = statement(
  'review-setting:groups',
  'select id from payload.groups where organization_id = $1 and id = any($2::uuid[])',
);
const membersOf = statement(
  'review-setting:members',
  'select group_id::text as group, user_id as person from marque.group_members where group_id = any($1::uuid[])',
);
const workspacesBelow = statement(
  'review-setting:workspaces',
  `select w.name, s.value from marque.settings s join payload.workspaces w on w.id = s.workspace_id
   where s.organization_id = $1 and s.key = $2 and (s.value ? 'stages' or s.value ? 'routes') order by lower(w.name), w.id`,
);

interface Flow {
  stages: readonly Stage[];
  routes: readonly Route[];
}

/** What applies in a place after a change, and what applies above it. */
async function flowAfter(db: Db, place: OwnPlace, change: Change): Promise<Flow> {
  const stored = await storedSettings(db, place, [review.key]);
  const narrow = place.workspaceId !== null;
  const own = changed(stored.find((one) => one.narrow === narrow)?.value ?? {}, change);
  const above = narrow ? (stored.find((one) => !one.narrow)?.value ?? {}) : {};
  return flowOf(own, above);
}

const flowOf = (own: Values, above: Values): Flow => {
  const { stages, routes } = { ...review.defaults, ...above, ...own } as unknown as Flow;
  return { stages, routes };
};

/** Routes to stages that don't exist. */
function unknownStages({ stages, routes }: Flow): Issue[] {
  const ids = stages.map(({ id }) => id);
  return routes.flatMap((route, at) =>
    route.stages.flatMap((id, index) => {
      const path = `routes[${at}].stages[${index}]`;
      if (!ids.includes(id)) return [{ path, message: `There is no stage "${id}". ${suggestion(id, ids)}` }];
      return route.stages.indexOf(id) === index
        ? []
        : [{ path, message: `The stage "${id}" is in this route already.` }];
    }),
  );
}

const twice = (stages: readonly Stage[]): Issue[] =>
  stages.flatMap(({ id }, at) =>
    stages.findIndex((one) => one.id === id) === at
      ? []
      : [{ path: `stages[${at}].id`, message: `Another stage has the ID "${id}". Choose another one.` }],
  );

const personOf = (holder: Holder): string[] =>
  typeof holder === 'object' && 'person' in holder ? [holder.person] : [];
const groupOf = (holder: Holder): string[] =>
  typeof holder === 'object' && 'group' in holder ? [holder.group] : [];

/** People and groups that aren't in the organization, and stages that need more people than they name. */
async function holderIssues(db: Db, organizationId: string, stages: readonly Stage[]): Promise<Issue[]> {
  const holders = stages.flatMap(({ who }) => who);
  const people = await peopleIn(db, organizationId, holders.flatMap(personOf));
  const rows = await db.query<{ id: string }>(groupsThere, [organizationId, holders.flatMap(groupOf)]);
  const groups = new Set(rows.map(({ id }) => id));
  const members = await db.query<{ group: string; person: string }>(membersOf, [holders.flatMap(groupOf)]);
  const issues: Issue[] = [];
  for (const [at, { who, needs }] of stages.entries()) {
    for (const [index, holder] of who.entries()) {
      const path = `stages[${at}].who[${index}]`;
      if (personOf(holder).some((id) => !people.has(id)))
        issues.push({ path: `${path}.person`, message: 'Person not found in this organization.' });
      if (groupOf(holder).some((id) => !groups.has(id)))
        issues.push({ path: `${path}.group`, message: 'Group not found in this organization.' });
    }
    if (needs === 'all' || who.includes('approve')) continue;
    const named = new Set(who.flatMap(groupOf));
    const inGroups = members.filter(({ group }) => named.has(group)).map(({ person }) => person);
    const most = new Set([...who.flatMap(personOf), ...inGroups]).size;
    if (needs > most)
      issues.push({
        path: `stages[${at}].needs`,
        message: `This stage needs ${needs}, but only ${most} can decide in it. Name more people, or lower the number.`,
      });
  }
  return issues;
}

/** Kinds and collections that don't exist. */
async function conditionIssues(db: Db, place: OwnPlace, routes: readonly Route[]): Promise<Issue[]> {
  const named = routes.flatMap(({ when }) => when.collection ?? []);
  const there = await collectionsHere(db, place, named);
  const kinds = proposalKindNamesNow();
  return routes.flatMap(({ when: { kind, collection } }, at) => [
    ...(kind === undefined || kinds.includes(kind)
      ? []
      : [
          {
            path: `routes[${at}].when.kind`,
            message: `There is no kind of proposal "${kind}". ${suggestion(kind, kinds)}`,
          },
        ]),
    ...(collection === undefined || there.has(collection)
      ? []
      : [{ path: `routes[${at}].when.collection`, message: 'Collection not found here.' }]),
  ]);
}

/** Workspaces with stages or routes of their own that a change of the organization would leave without a stage. */
async function issuesBelow(db: Db, place: OwnPlace, { stages, routes }: Flow): Promise<Issue[]> {
  if (place.workspaceId !== null) return [];
  const rows = await db.query<{ name: string; value: Values }>(workspacesBelow, [
    place.organizationId,
    review.key,
  ]);
  return rows.flatMap(({ name, value }) =>
    unknownStages(flowOf(value, { stages, routes }))
      .slice(0, 1)
      .map(({ message }) => ({
        path: 'stages' in value ? 'routes' : 'stages',
        message: `The workspace ${name} would have a route without its stage: ${message}`,
      })),
  );
}

export const checkReviewSetting: SettingCheck = async (db, place, change) => {
  const touched = [...Object.keys(change.set), ...change.clear];
  if (!touched.includes('stages') && !touched.includes('routes')) return [];
  const flow = await flowAfter(db, place, change);
  const { stages, routes } = change.set as Partial<Flow>;
  const issues = [
    ...(stages ? [...twice(stages), ...(await holderIssues(db, place.organizationId, stages))] : []),
    ...(routes ? await conditionIssues(db, place, routes) : []),
    ...unknownStages(flow),
  ];
  return issues.length > 0 ? issues : issuesBelow(db, place, flow);
};
