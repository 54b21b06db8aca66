// What Marque's own kinds of proposals are called, for views that don't draw them.
import type { ProposalKind } from '../../review/kinds.ts';
import type { PlainKey } from '../../words/keys.ts';

export const kindWords = {
  asset: 'review:kindAsset',
  tags: 'review:kindTags',
  fields: 'review:kindFields',
  title: 'review:kindTitle',
  description: 'review:kindDescription',
  creator: 'review:kindCreator',
  copyright: 'review:copyright',
  texts: 'review:kindTexts',
  rights: 'review:kindRights',
  usage: 'review:kindUsage',
  provenance: 'review:provenance',
  status: 'review:kindStatus',
  version: 'review:currentVersion',
  replacement: 'review:kindReplacement',
  visibility: 'review:kindVisibility',
  deleted: 'review:kindDeleted',
  collections: 'review:kindCollections',
  crops: 'review:kindCrops',
  rule: 'review:kindRules',
  page: 'review:kindPage',
} as const satisfies Record<ProposalKind, PlainKey>;

/** Of kinds that Marque's own modules add. */
export const moduleKindWords = {
  collection: 'review:kindCollection',
  collection_details: 'review:kindCollectionDetails',
  brand_details: 'review:kindBrandDetails',
  theme: 'review:kindTheme',
  page_deletion: 'review:kindPageDeletion',
  share: 'review:kindShare',
} as const satisfies Readonly<Record<string, PlainKey>>;
