// What proposals of assets, rules and pages hold.
import type { Asset } from '../../../assets/schemas.ts';
import type { PageState, RuleState } from '../../../brands/publishing/state.ts';
import type { Proposal } from '../../../review/schemas.ts';

export type ProposedRule = Pick<
  RuleState,
  'key' | 'label' | 'context' | 'type' | 'value' | 'spec' | 'usage'
> & {
  assets: RuleState['assets'];
};
export type ProposedPage = PageState & { position?: number };
export interface Named {
  key: string;
  context: string | null;
}

/** A proposed asset, as it was when proposed. */
export type ProposedAsset = Pick<
  Asset,
  | 'filename'
  | 'mime'
  | 'width'
  | 'height'
  | 'metadata'
  | 'tags'
  | 'fields'
  | 'rights'
  | 'origin'
  | 'generator'
  | 'prompt'
  | 'parentAssetId'
> & { versionOf: string | null };

/** The brand of a proposal, as in the panel's paths. */
export const brandOf = ({ target }: Proposal): string => target.slug ?? target.id;
