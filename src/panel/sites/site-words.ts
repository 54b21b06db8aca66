// Kinds of sites, and states of deployments, in words.
import type { DeploymentState, SiteKind } from '../../sites/schemas.ts';
import type { PlainKey } from '../../words/keys.ts';
import type { Translate } from '../words/words.tsx';

export const kindKeys = {
  guidelines: 'sites:guidelines',
  landing: 'sites:landing',
  docs: 'sites:docs',
  storybook: 'sites:storybook',
} as const satisfies Record<SiteKind, PlainKey>;

export const kindOptions = (t: Translate): { value: SiteKind; label: string }[] =>
  (Object.keys(kindKeys) as SiteKind[]).map((kind) => ({ value: kind, label: t(kindKeys[kind]) }));

export const deploymentKeys = {
  checking: 'sites:checking',
  live: 'sites:live',
  replaced: 'sites:replaced',
  failed: 'sites:failed',
} as const satisfies Record<DeploymentState, PlainKey>;

/** The asset state whose badge style is reused. */
export const badgeOfDeployment = {
  checking: 'proposed',
  live: 'active',
  replaced: 'archived',
  failed: 'rejected',
} as const satisfies Record<DeploymentState, string>;
