// What the panel calls the states of webhooks and of their deliveries.
import type { Delivery, Webhook } from '../../webhooks/schemas.ts';
import type { PlainKey } from '../../words/keys.ts';

/** A secret that is shown once. */
export interface Secret {
  url: string;
  secret: string;
}

/** The host of its URL, which may have a secret in its path. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

const reasons = {
  failing: 'webhooks:failing',
  gone: 'webhooks:gone',
  no_access: 'webhooks:noAccess',
} as const satisfies Record<NonNullable<Webhook['disabledReason']>, PlainKey>;

export function stateOf({ enabled, disabledReason }: Webhook): PlainKey {
  if (enabled) return 'webhooks:enabled';
  return disabledReason === null ? 'webhooks:disabled' : reasons[disabledReason];
}

export const deliveryStates = {
  pending: { label: 'webhooks:pending', as: 'proposed' },
  delivered: { label: 'webhooks:delivered', as: 'active' },
  failed: { label: 'webhooks:failed', as: 'rejected' },
} as const satisfies Record<Delivery['state'], { label: PlainKey; as: string }>;
