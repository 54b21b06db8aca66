// Kinds of sites, and states of deployments, in words.
import type { DeploymentState, SiteKind } from '../../sites/schemas.ts';

export const kindOptions = [
  { value: 'guidelines', label: 'Guidelines' },
  { value: 'landing', label: 'Landing page' },
  { value: 'docs', label: 'Documentation' },
  { value: 'storybook', label: 'Storybook' },
] as const satisfies readonly { value: SiteKind; label: string }[];

export const deploymentLabels = {
  checking: 'Checking',
  live: 'Live',
  replaced: 'Replaced',
  failed: 'Failed',
} as const satisfies Record<DeploymentState, string>;

/** The asset state whose badge style is reused. */
export const badgeOfDeployment = {
  checking: 'proposed',
  live: 'active',
  replaced: 'archived',
  failed: 'rejected',
} as const satisfies Record<DeploymentState, string>;
