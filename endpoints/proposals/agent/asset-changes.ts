// The tool propose_changes: several properties of many assets, brands and collections, as one item for each property.
import { z } from 'zod';
import { BrandName } from '../../../src/brands/schemas.ts';
import { isId } from '../../../src/core/access/ids.ts';
import type { ToolShape } from '../../../src/core/tool.ts';
import { changeKind, changeKinds } from '../../../src/review/changes/index.ts';
import type { ChangeKind } from '../../../src/review/changes/kind.ts';
import { Note } from '../../../src/review/schemas.ts';
import type { ItemError } from '../../item-error.ts';
import { maxItems, type Item, type outcomes, type Result } from '../items.ts';

const kinds: readonly ChangeKind[] = Object.values(changeKinds);
const inTool = [...kinds.filter(({ tool }) => tool.first), ...kinds.filter(({ tool }) => !tool.first)];
const Values = z.record(z.string(), z.unknown());
const Changes = z
  .strictObject({
    ...Object.fromEntries(inTool.map(({ name, tool }): [string, z.ZodType] => [name, tool.schema])),
    theme: z
      .record(z.string(), z.union([z.string(), z.number()]).nullable())
      .describe('Of a brand: the parts of get_theme to change'),
    rules: Values.describe('As in propose_rules'),
    page: Values.describe('{page, content} or {page, ops}, as in propose_page'),
    details: Values.describe(
      'Of a brand: name, slug, private, default. Of a collection: name, description, icon, cover, parent, private, fields',
    ),
  })
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, 'Send at least one change.');
const targets = ['asset', 'brand', 'collection'] as const;
const ToolInput = z.strictObject({
  items: z
    .array(
      z
        .strictObject({
          asset: z.uuid().optional(),
          brand: BrandName.optional(),
          collection: z.uuid().optional(),
          changes: Changes,
          note: Note.optional(),
        })
        .refine((item) => targets.filter((name) => item[name] !== undefined).length === 1, {
          message: 'Send exactly one of asset, brand or collection.',
          path: ['asset'],
        }),
    )
    .min(1)
    .max(maxItems),
});
/** The outcome of one item's changes: proposals, values that are already set (`unchanged`), or an error. */
interface ToolResult extends Partial<Record<(typeof targets)[number], string | undefined>> {
  proposals?: {
    id: string;
    kind: string;
    outcome: (typeof outcomes)[number];
    before: unknown;
    after: unknown;
  }[];
  unchanged?: Record<string, unknown>;
  error?: z.input<typeof ItemError>;
}

type ToolItem = z.output<typeof ToolInput>['items'][number];

const targetOf = ({ asset, brand = '', collection }: ToolItem): Item['target'] => {
  if (asset !== undefined) return { resource: 'asset', id: asset };
  if (collection !== undefined) return { resource: 'collection', id: collection };
  return { resource: 'brand', ...(isId(brand) ? { id: brand } : { slug: brand }) };
};

/** Kinds that the tool calls something else. */
function kindOf(change: string, { collection }: ToolItem): string {
  if (change === 'details') return collection === undefined ? 'brand_details' : 'collection_details';
  return change === 'rules' ? 'rule' : change;
}

const itemsOf = (item: ToolItem): Item[] =>
  Object.entries(item.changes).map(([kind, value]) => ({
    kind: kindOf(kind, item),
    target: targetOf(item),
    change: changeKind(kind)?.tool.toChange(value) ?? (value as Item['change']),
    ...(item.note === undefined ? {} : { note: item.note }),
  }));

function resultOf(item: ToolItem, results: readonly Result[]): ToolResult {
  const sent = Object.keys(item.changes);
  const proposals = results.flatMap((result) =>
    'proposal' in result
      ? [
          {
            id: result.proposal.id,
            kind: result.proposal.kind,
            outcome: result.outcome,
            before: result.proposal.before,
            after: result.proposal.after,
          },
        ]
      : [],
  );
  const same = Object.assign(
    {},
    ...results.map((result) => ('unchanged' in result ? result.unchanged : {})),
  ) as Record<string, unknown>;
  const errors = results.flatMap((result, at) =>
    'error' in result ? [{ ...result.error, message: `${sent[at] ?? ''}: ${result.error.message}` }] : [],
  );
  return {
    ...Object.fromEntries(targets.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]]))),
    ...(proposals.length > 0 ? { proposals } : {}),
    ...(Object.keys(same).length > 0 ? { unchanged: same } : {}),
    ...(errors[0]
      ? { error: { ...errors[0], message: errors.map(({ message }) => message).join(' ') } }
      : {}),
  };
}

const bodiesOf = (given: unknown): { items: Item[] }[] => {
  const items = (given as z.output<typeof ToolInput>).items.flatMap(itemsOf);
  return Array.from({ length: Math.ceil(items.length / maxItems) }, (_, at) => ({
    items: items.slice(at * maxItems, (at + 1) * maxItems),
  }));
};

export const assetChanges: ToolShape = {
  input: ToolInput,
  requests: (given) => bodiesOf(given).map((body) => ({ body })),
  result: (given, answers) => {
    const bodies = bodiesOf(given);
    const all = answers.flatMap(({ value }, at) => {
      const answer = value as { data: { results: Result[] } } | { error: z.input<typeof ItemError> };
      return 'data' in answer
        ? answer.data.results
        : (bodies[at]?.items ?? []).map(() => ({ error: answer.error }));
    });
    let at = 0;
    const results = (given as z.output<typeof ToolInput>).items.map((item) => {
      const from = at;
      at += Object.keys(item.changes).length;
      return resultOf(item, all.slice(from, at));
    });
    return { value: { results } };
  },
};
