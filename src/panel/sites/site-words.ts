// Kinds of sites, and states of deployments, in words.
import type { DeploymentState, SiteKind } from '../../sites/schemas.ts';
import type { PlainKey } from '../../words/keys.ts';
import type { Badges } from '../ui/StateBadge.tsx';
import type { Translate } from '../words/words.tsx';

export const kindKeys = {
  guidelines: 'sites:guidelines',
  landing: 'sites:landing',
  docs: 'sites:docs',
  storybook: 'sites:storybook',
} as const satisfies Record<SiteKind, PlainKey>;

export const kindOptions = (t: Translate): { value: SiteKind; label: string }[] =>
  (Object.keys(kindKeys) as SiteKind[]).map((kind) => ({ value: kind, label: t(kindKeys[kind]) }));

export const deploymentBadges = {
  checking: { label: 'sites:checking', as: 'proposed' },
  live: { label: 'sites:live', as: 'active' },
  replaced: { label: 'sites:replaced', as: 'archived' },
  failed: { label: 'sites:failed', as: 'rejected' },
} as const satisfies Badges<DeploymentState>;
