// What proposals of assets, rules and pages hold.
import type { Asset } from '../../../assets/schemas.ts';
import type { PageState, RuleState } from '../../../brands/publishing/state.ts';
import type { ListedProposal } from '../../../review/schemas.ts';
import type { OutputFor } from '../../client/operations.ts';
import type { Pictured } from '../../ui/pictures.ts';

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

/** A proposal with the address of its asset's thumbnail, where the API handed one out. */
export type PicturedProposal = ListedProposal & { target: Pick<Pictured, 'thumbnail'> };

/** The proposals of an answer, with the addresses that it has beside them. */
export function proposalsIn({ data, included }: OutputFor<'list_proposals'>): PicturedProposal[] {
  return data.map((proposal) => {
    const thumbnail = included?.[proposal.target.id]?.thumbnail ?? null;
    return { ...proposal, target: { ...proposal.target, thumbnail } };
  });
}

/** The brand of a proposal, as in the panel's paths. */
export const brandOf = ({ target }: Pick<ListedProposal, 'target'>): string => target.slug ?? target.id;
