// Rules and pages of a brand as items of POST /api/v1/proposals: checked and kept as by propose_rules and propose_page.
import { z } from 'zod';
import { PageInput, PageOp } from '../../src/brands/pages/schemas.ts';
import { RuleChanges } from '../../src/brands/rules/schemas.ts';
import { proposeForBrand, type PageChange, type Proposer } from '../../src/review/brand-proposals.ts';
import type { Outcome } from '../../src/review/corrections.ts';

/** What to do with a page: exactly one of these. */
export const pageWays = {
  content: PageInput.optional().describe('The whole page'),
  ops: z.array(PageOp).min(1).max(100).optional().describe('Steps'),
};

const PageItem = z
  .strictObject({ page: z.string().min(1).max(100), ...pageWays })
  .refine(({ content, ops }) => (content === undefined) !== (ops === undefined), {
    message: 'Send either content or ops.',
    path: ['content'],
  });

type PageItem = z.output<typeof PageItem>;

export const pageChangeOf = ({ content, ops }: Pick<PageItem, 'content' | 'ops'>): PageChange =>
  content ? { page: content } : { ops: ops ?? [] };

export interface BrandKind<Change = unknown> {
  name: 'rule' | 'page';
  /** `change`, in the API's documentation. */
  described: string;
  schema: z.ZodType<Change>;
  /** Where in a parsed change the problems are that the schema can't see; empty: the change as a whole. */
  at(change: Change): string;
  propose(proposer: Proposer, brandId: string, change: Change, note: string | undefined): Promise<Outcome>;
}

const defineBrandKind = <Change>(kind: BrandKind<Change>): BrandKind<Change> => kind;

const rule = defineBrandKind<RuleChanges>({
  name: 'rule',
  described: '{set, remove}, as in propose_rules',
  schema: RuleChanges,
  at: () => '',
  propose: (proposer, brandId, { set = [], remove = [] }, note) =>
    proposeForBrand(proposer, brandId, { rules: { set, remove } }, note),
});

const page = defineBrandKind<PageItem>({
  name: 'page',
  described: '{page, content} with the whole page, or {page, ops} with steps, as in propose_page',
  schema: PageItem,
  at: ({ content }) => (content ? 'content' : ''),
  propose: (proposer, brandId, { page: slug, ...ways }, note) =>
    proposeForBrand(proposer, brandId, { slug, page: pageChangeOf(ways) }, note),
});

export const brandKinds: readonly BrandKind[] = [rule, page];
