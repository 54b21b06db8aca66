import { z } from 'zod';
import { cleanTags } from '../../assets/rules.ts';
import { TagList } from '../../assets/schemas.ts';
import type { JsonRecord } from '../../proposals/queue.ts';
import { tagName } from '../../proposals/rules.ts';
import { asPatch, type ChangeKind } from './kind.ts';

const tagsOf = (state: JsonRecord, name: string): string[] => (state[name] ?? []) as string[];
const hasTag = (tags: readonly string[], tag: string): boolean =>
  tags.some((one) => tagName(one) === tagName(tag));

const Additions = z.strictObject({ add: TagList, remove: TagList }).partial();

/** Tags to add and remove, or the whole list. Each part is a tag; its value says whether the asset has it. */
export const tagsKind: ChangeKind = {
  name: 'tags',
  counted: ['tag suggestion', 'tag suggestions'],
  described: {
    change: '{add, remove}, or {tags} as the whole list',
    after: '{tags} to add, and {remove} if any go',
  },
  tool: {
    schema: z.union([TagList, Additions]).describe('{add, remove}, or the whole list'),
    toChange: (value) => (Array.isArray(value) ? { tags: value } : Additions.parse(value)),
  },
  schema: z
    .strictObject({
      tags: TagList.describe('The whole list'),
      add: TagList,
      remove: TagList,
    })
    .partial()
    .superRefine(({ tags, add, remove }, context) => {
      const refuse = (path: string, message: string): void => {
        context.addIssue({ code: 'custom', path: [path], message });
      };
      if (tags && (add || remove)) refuse('tags', 'Send either tags, or add and remove.');
      else if (!tags && (add?.length ?? 0) + (remove?.length ?? 0) === 0) refuse('add', 'Send at least one.');
      for (const tag of add ?? [])
        if (hasTag(remove ?? [], tag)) refuse('remove', `"${tag}" can't be added and removed at once.`);
    }),
  current: ({ tags }) => tags ?? [],
  wanted: (change, asset) => {
    const own = tagsOf(asset, 'tags');
    if (!change.tags)
      return new Map([
        ...cleanTags(tagsOf(change, 'add')).map((tag): [string, boolean] => [tag, true]),
        ...cleanTags(tagsOf(change, 'remove')).map((tag): [string, boolean] => [tag, false]),
      ]);
    const whole = cleanTags(tagsOf(change, 'tags'));
    return new Map([
      ...whole.map((tag): [string, boolean] => [tag, true]),
      ...own.filter((tag) => !hasTag(whole, tag)).map((tag): [string, boolean] => [tag, false]),
    ]);
  },
  read: (state, tag) => hasTag(tagsOf(state, 'tags'), tag),
  before: (asset) => ({ tags: tagsOf(asset, 'tags') }),
  after: (parts) => ({
    tags: [...parts].flatMap(([tag, has]) => (has ? [tag] : [])),
    remove: [...parts].flatMap(([tag, has]) => (has ? [] : [tag])),
  }),
  partsOf: (after) =>
    new Map([
      ...tagsOf(after, 'tags').map((tag): [string, boolean] => [tag, true]),
      ...tagsOf(after, 'remove').map((tag): [string, boolean] => [tag, false]),
    ]),
  apply: asPatch((asset, parts) => {
    const gone = [...parts].flatMap(([tag, has]) => (has ? [] : [tag]));
    const kept = tagsOf(asset, 'tags').filter((tag) => !hasTag(gone, tag));
    return { tags: [...kept, ...[...parts].flatMap(([tag, has]) => (has ? [tag] : []))] };
  }),
};
