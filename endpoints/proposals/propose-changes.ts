import { z } from 'zod';
import { demand } from '../../src/core/access/actor.ts';
import { withTransaction } from '../../src/core/pipeline/transaction.ts';
import { answerOf, issuesOf, malformed } from '../../src/core/pipeline/error-response.ts';
import { defineOperation, type Context } from '../../src/core/operation.ts';
import type { ToolShape } from '../../src/core/tool.ts';
import { proposalOf } from '../../src/review/queries.ts';
import { Note, NoteToReviewer, Proposal } from '../../src/review/schemas.ts';
import { isApiError, ApiError, type Issue } from '../../src/core/errors.ts';
import { changeKind, changeKinds } from '../../src/review/changes/index.ts';
import type { ChangeKind } from '../../src/review/changes/kind.ts';
import { proposeChange } from '../../src/review/corrections.ts';
import { describedKinds } from '../../src/review/kinds.ts';

const maxItems = 200;
const kinds: readonly ChangeKind[] = Object.values(changeKinds);
const kindNames = kinds.map(({ name }) => name).join(', ');
const nouns = kinds.map(({ noun }) => noun).join(', ');
const Values = z.record(z.string(), z.unknown());
const ItemError = z.object({ code: z.string(), message: z.string(), detail: z.unknown().optional() });
const outcomes = ['created', 'replaced', 'already_waiting'] as const;

const Item = z.strictObject({
  kind: z.string().max(60).describe(`What to change: ${kindNames}`),
  target: z.strictObject({ resource: z.enum(['asset']), id: z.uuid() }),
  change: Values.describe(describedKinds(changeKinds, ({ described }) => described.change)),
  expected: Values.optional().describe(
    'The current values you expect, under the same names; if they differ, the change is a conflict',
  ),
  note: NoteToReviewer,
});
type Item = z.output<typeof Item>;

const unchanged = Values.describe('Values you sent that are already set');
const Result = z.union([
  z.object({
    proposal: Proposal,
    outcome: z
      .enum(outcomes)
      .describe(
        'replaced: it replaces your earlier proposal for the same value. already_waiting: you proposed the same before',
      ),
    unchanged: unchanged.optional(),
  }),
  z.object({ unchanged }),
  z.object({ error: ItemError }),
]);
type Result = z.input<typeof Result>;

const under = (path: string, issues: readonly Issue[]): Issue[] =>
  issues.map((issue) => ({ ...issue, path: issue.path ? `${path}.${issue.path}` : path }));

/** Proposes one change in its own transaction, so a failure doesn't affect the others. */
async function proposeOne(context: Context, item: Item, path: string): Promise<Result> {
  const { service, caller, accessTo } = context;
  try {
    const kind = changeKind(item.kind);
    if (!kind) throw malformed([{ path: `${path}.kind`, message: `Unknown kind. Use one of ${kindNames}.` }]);
    const parsed = kind.schema.safeParse(item.change);
    if (!parsed.success) throw malformed(under(`${path}.change`, issuesOf(parsed.error)));
    const { id } = item.target;
    const access = await accessTo({ asset: id });
    demand(access, 'propose', undefined, 'this asset');
    return await withTransaction(service, caller, access, async (req, db) => {
      const change = { kind, change: parsed.data, expected: item.expected, note: item.note };
      const { proposal, unchanged: same } = await proposeChange({ req, db, caller }, id, change);
      if (!proposal) return { unchanged: same ?? {} };
      return {
        proposal: await proposalOf(db, proposal.id),
        outcome: proposal.outcome,
        ...(same ? { unchanged: same } : {}),
      };
    });
  } catch (error) {
    const { body } = answerOf(placed(error, `${path}.change`), service.log, { operation: 'propose_changes' });
    return (body as { value: { error: z.input<typeof ItemError> } }).value;
  }
}

/** Rewrites issue paths to match the request. */
function placed(error: unknown, path: string): unknown {
  const issues =
    isApiError(error) && error.code === 'invalid' && (error.detail as { issues?: Issue[] }).issues;
  return issues ? new ApiError('invalid', error.message, { issues: under(path, issues) }) : error;
}

// ---- as a tool

const inTool = [...kinds.filter(({ tool }) => tool.first), ...kinds.filter(({ tool }) => !tool.first)];
const Changes = z
  .strictObject(Object.fromEntries(inTool.map(({ name, tool }) => [name, tool.schema])))
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, 'Send at least one change.');
const ToolInput = z.strictObject({
  items: z
    .array(z.strictObject({ asset: z.uuid(), changes: Changes, note: Note.optional() }))
    .min(1)
    .max(maxItems),
});
/** The outcome of one asset's changes: proposals, values that are already set (`unchanged`), or an error. */
interface ToolResult {
  asset: string;
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

const itemsOf = ({ asset, changes, note }: ToolItem): z.input<typeof Item>[] =>
  Object.entries(changes).map(([kind, value]) => ({
    kind,
    target: { resource: 'asset', id: asset },
    change: changeKind(kind)?.tool.toChange(value) ?? {},
    ...(note === undefined ? {} : { note }),
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
    asset: item.asset,
    ...(proposals.length > 0 ? { proposals } : {}),
    ...(Object.keys(same).length > 0 ? { unchanged: same } : {}),
    ...(errors[0]
      ? { error: { ...errors[0], message: errors.map(({ message }) => message).join(' ') } }
      : {}),
  };
}

const bodiesOf = (given: unknown): { items: z.input<typeof Item>[] }[] => {
  const items = (given as z.output<typeof ToolInput>).items.flatMap(itemsOf);
  return Array.from({ length: Math.ceil(items.length / maxItems) }, (_, at) => ({
    items: items.slice(at * maxItems, (at + 1) * maxItems),
  }));
};

const shape: ToolShape = {
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

export const proposeChanges = defineOperation({
  name: 'propose_changes',
  http: {
    route: 'POST /api/v1/proposals',
    tag: 'proposals',
    status: 200,
  },
  summary: 'Propose changes to assets, including corrections of existing values; a person decides',
  description:
    "Nothing changes until a proposal is accepted. results has the outcome of each item, in order: a proposal with before and after, unchanged if the value is already set, or an error, which doesn't affect other items. A new proposal for the same value replaces your earlier one.",
  access: {
    scope: 'propose',
    within: true,
  },
  readOnly: true, // each item opens a transaction of its own
  input: { body: z.strictObject({ items: z.array(Item).min(1).max(maxItems) }) },
  output: z.object({ data: z.object({ results: z.array(Result) }) }),
  agent: {
    title: 'Propose changes to assets',
    description: `Suggests changes to up to 200 assets: ${nouns}, including corrections of existing values. A person decides, seeing before and after; nothing changes until then. results lists for each asset which proposals wait, what was unchanged and what failed. Give the reason in note.`,
    idempotent: true,
    shape,
  },
  run: async (context, { body }) => {
    const results: Result[] = [];
    // Sequentially: proposals for the same asset would only wait for each other's locks.
    for (const [index, item] of body.items.entries())
      results.push(await proposeOne(context, item, `items[${index}]`));
    return { data: { results } };
  },
});
