// How the panel shows and edits each kind of proposal.
import type { ProposalKind } from '../../../review/kinds.ts';
import type { moduleKindWords } from '../kind-words.ts';
import { asset } from './asset.tsx';
import { collection } from './collection.tsx';
import { collections } from './collections.tsx';
import { crops } from './crops.tsx';
import { brandDetails, collectionDetails } from './details.tsx';
import { deleted } from './deleted.tsx';
import { fields } from './fields.tsx';
import type { KindView } from './kind.ts';
import { moduleView, type ModuleKindView } from './module.tsx';
import { page } from './page.tsx';
import { pageDeletion } from './page-deletion.tsx';
import { provenance } from './provenance.tsx';
import { replacement } from './replacement.tsx';
import { rights } from './rights.tsx';
import { rule } from './rule.tsx';
import { share } from './share.tsx';
import { status } from './status.tsx';
import { tags } from './tags.tsx';
import { textKind } from './text.tsx';
import { texts } from './texts.tsx';
import { theme } from './theme.tsx';
import { usage } from './usage.tsx';
import { version } from './version.tsx';
import { visibility } from './visibility.tsx';

const ownViews = {
  asset,
  tags,
  fields,
  title: textKind('title'),
  description: textKind('description'),
  creator: textKind('creator'),
  copyright: textKind('copyright'),
  texts,
  rights,
  usage,
  provenance,
  status,
  version,
  replacement,
  visibility,
  deleted,
  collections,
  crops,
  rule,
  page,
} as const satisfies Record<ProposalKind, KindView>;

/** Of kinds that modules of Marque add. */
const moduleViews = {
  collection,
  share,
  theme,
  page_deletion: pageDeletion,
  brand_details: brandDetails,
  collection_details: collectionDetails,
} as const satisfies Record<keyof typeof moduleKindWords, KindView>;

const views = new Map<string, KindView>(Object.entries<KindView>({ ...ownViews, ...moduleViews }));

/** Adds the kinds of other modules, which the server names when it renders the page. */
export function addKindViews(added: readonly ModuleKindView[]): void {
  for (const one of added) if (!Object.hasOwn(moduleViews, one.name)) views.set(one.name, moduleView(one));
}

/** All kinds, Marque's own first. */
export const kindNames = (): string[] => [...views.keys()];

/** How a kind is shown; one whose module is gone has no view of its own. */
export const viewOf = (kind: string): KindView =>
  views.get(kind) ?? moduleView({ name: kind, label: kind, Preview: null });
