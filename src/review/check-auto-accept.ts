// What the schema of `agents.autoAccept` can't tell: whether the keys, kinds of proposals and collections exist that its rules name, and
// whether a kind may be accepted without a person at all.
import { statement, type Db } from '../core/db/pool.ts';
import type { Issue } from '../core/errors.ts';
import type { SettingCheck } from '../core/settings/checks.ts';
import type { AutoAcceptRule } from '../core/settings/definitions.ts';
import type { OwnPlace } from '../core/settings/schemas.ts';
import { suggestion } from '../lib/nearest.ts';
import { collectionsHere } from './collections-here.ts';
import { proposalKindNamesNow, showsOnce } from './module-kinds.ts';

const keysThere = statement(
  'auto-accept:keys',
  `select k.id, k.expires_at <= now() as over from payload.keys k join payload.workspaces w on w.id = k.workspace_id
   where w.organization_id = $1 and ($2::uuid is null or w.id = $2) and k.id = any($3::uuid[])`,
);

function kindIssue(kind: string, kinds: readonly string[]): string | null {
  if (!kinds.includes(kind)) return `There is no kind of proposal "${kind}". ${suggestion(kind, kinds)}`;
  if (!showsOnce(kind)) return null;
  return `Accepting this kind shows something only once, such as the address of a new link, so a person must accept it: ${kind}.`;
}

const sameAs =
  (rule: AutoAcceptRule) =>
  (other: AutoAcceptRule): boolean =>
    other.key === rule.key && other.kind === rule.kind && other.collection === rule.collection;

/** @returns by key: whether it has expired. */
async function keysIn(
  db: Db,
  { organizationId, workspaceId }: OwnPlace,
  ids: readonly string[],
): Promise<Map<string, boolean>> {
  const rows = await db.query<{ id: string; over: boolean | null }>(keysThere, [
    organizationId,
    workspaceId,
    ids,
  ]);
  return new Map(rows.map(({ id, over }) => [id, over === true]));
}

export const checkAutoAccept: SettingCheck = async (db, place, { set }) => {
  const rules = set.autoAccept as readonly AutoAcceptRule[] | undefined;
  if (!rules || rules.length === 0) return [];
  const kinds = proposalKindNamesNow();
  const keys = await keysIn(
    db,
    place,
    rules.map(({ key }) => key),
  );
  const collections = await collectionsHere(
    db,
    place,
    rules.flatMap(({ collection }) => collection ?? []),
  );
  return rules.flatMap((rule, at) => {
    const { key, kind, collection, until } = rule;
    const issue = (property: string, message: string | null | false): Issue[] =>
      message ? [{ path: `autoAccept[${at}].${property}`, message }] : [];
    const unfitKey = !keys.has(key)
      ? 'Key not found here. It may have been revoked: remove the rule.'
      : keys.get(key) === true && 'This key has expired. Remove the rule.';
    const isOver = Date.parse(until) <= Date.now();
    return [
      ...issue('key', unfitKey),
      ...issue('kind', kindIssue(kind, kinds)),
      ...issue(
        'collection',
        collection !== undefined && !collections.has(collection) && 'Collection not found here.',
      ),
      ...issue('until', isOver && 'This time is in the past. Choose a later one, or remove the rule.'),
      ...issue(
        'key',
        rules.findIndex(sameAs(rule)) < at &&
          'Another rule is for the same key, kind and collection. Keep one of them.',
      ),
    ];
  });
};
