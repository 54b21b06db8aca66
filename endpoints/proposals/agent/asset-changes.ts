// The tool propose_changes: several properties of many assets, brands and collections, as one item for each property.
import { z } from 'zod';
import { BrandName } from '../../../src/brands/schemas.ts';
import { isId } from '../../../src/core/access/ids.ts';
import type { Issue } from '../../../src/core/errors.ts';
import type { ToolShape } from '../../../src/core/tool.ts';
import { changeKind, changeKinds } from '../../../src/review/changes/index.ts';
import type { ChangeKind } from '../../../src/review/changes/kind.ts';
import { Note } from '../../../src/review/schemas.ts';
import { malformed } from '../../../src/core/pipeline/error-response.ts';
import type { ItemError } from '../../item-error.ts';
import { eachItem, under } from '../each-item.ts';
import { errorAsSent, type SentChange } from './errors-as-sent.ts';
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
const OneItem = z
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
  });
const sentItem = eachItem(OneItem, (sent) => ({ ...targetsIn(sent), changes: {} }));
const ToolInput = z.strictObject({ items: z.array(sentItem.schema).min(1).max(maxItems) });

/** What a malformed item says that it's about, so that its error can be told from others. */
function targetsIn(sent: unknown): Partial<Record<(typeof targets)[number], string>> {
  const said = new Map(Object.entries(typeof sent === 'object' && sent !== null ? sent : {}));
  return Object.fromEntries(
    targets.flatMap((name): [string, string][] => {
      const id: unknown = said.get(name);
      return typeof id === 'string' ? [[name, id.slice(0, 100)]] : [];
    }),
  );
}

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

const changeOf = (kind: string, value: unknown): Item['change'] =>
  changeKind(kind)?.tool.toChange(value) ?? (value as Item['change']);

const itemsOf = (item: ToolItem): Item[] =>
  Object.entries(item.changes).map(([kind, value]) => ({
    kind: kindOf(kind, item),
    target: targetOf(item),
    change: changeOf(kind, value),
    ...(item.note === undefined ? {} : { note: item.note }),
  }));

const sentOf = (item: ToolItem, at: number): SentChange[] =>
  Object.entries(item.changes).map(([name, value]) => {
    const change = changeOf(name, value);
    return {
      item: at,
      target: targets.find((target) => item[target] !== undefined) ?? 'asset',
      name,
      isNamed: change !== value && Object.hasOwn(change, name),
    };
  });

const problemsAt = (item: ToolItem, at: number): Issue[] =>
  under(`items[${at}]`, sentItem.problemsOf(item) ?? []);

/** What went wrong with an item: it was malformed, or some of its changes were refused. */
function errorOf(item: ToolItem, at: number, results: readonly Result[]): ToolResult['error'] | null {
  const problems = problemsAt(item, at);
  if (problems.length > 0) {
    const { code, message, detail } = malformed(problems);
    return { code, message, detail };
  }
  const sent = sentOf(item, at);
  return errorAsSent(
    results.flatMap((result, place) => {
      const change = sent[place];
      return change && 'error' in result ? [{ error: result.error, sent: change }] : [];
    }),
  );
}

function resultOf(item: ToolItem, at: number, results: readonly Result[]): ToolResult {
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
  const error = errorOf(item, at, results);
  return {
    ...Object.fromEntries(targets.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]]))),
    ...(proposals.length > 0 ? { proposals } : {}),
    ...(Object.keys(same).length > 0 ? { unchanged: same } : {}),
    ...(error ? { error } : {}),
  };
}

const itemsIn = (given: unknown): ToolItem[] => (given as z.output<typeof ToolInput>).items;

/** @throws ApiError invalid_request if every item is malformed: there is nothing to ask for. */
const bodiesOf = (given: unknown): { items: Item[] }[] => {
  const sent = itemsIn(given);
  const items = sent.flatMap(itemsOf);
  if (items.length === 0) throw malformed(sent.flatMap(problemsAt));
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
    const results = itemsIn(given).map((item, place) => {
      const from = at;
      at += Object.keys(item.changes).length;
      return resultOf(item, place, all.slice(from, at));
    });
    return { value: { results } };
  },
};
