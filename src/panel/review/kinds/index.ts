// How the panel shows and edits each kind of proposal.
import type { ProposalKind } from '../../../review/kinds.ts';
import { asset } from './asset.tsx';
import { fields } from './fields.tsx';
import type { KindView } from './kind.ts';
import { page } from './page.tsx';
import { rights } from './rights.tsx';
import { rule } from './rule.tsx';
import { tags } from './tags.tsx';
import { textKind } from './text.tsx';

export const kindViews = {
  asset,
  tags,
  fields,
  title: textKind('title', 'Title'),
  description: textKind('description', 'Description'),
  creator: textKind('creator', 'Creator'),
  rights,
  rule,
  page,
} as const satisfies Record<ProposalKind, KindView>;
