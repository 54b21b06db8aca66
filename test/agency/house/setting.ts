// A setting of the agency's clients, at /api/v1/settings/agency, for the organization or a workspace.
import { defineSetting, z } from 'marque/extend';

export const agencySetting = defineSetting({
  key: 'agency',
  label: 'Agency',
  contexts: ['organization', 'workspace'],
  properties: {
    house: z.string().trim().min(1).max(100).describe('Name shown in credit lines beside the creator'),
    webhookUrl: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .describe('URL that events are posted to'),
    webhookSecret: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'Use whsec_ followed by 24 to 64 random bytes in base64.')
      .describe('Secret that signs the webhooks (standardwebhooks.com)'),
  },
  defaults: {},
  // Environment variables apply if neither the workspace nor the organization sets a value.
  environment: { house: 'AGENCY_HOUSE' },
  // Encrypted in the database and never returned; must be entered again when the URL changes.
  secrets: ['webhookSecret'],
  secretsFor: { webhookSecret: 'webhookUrl' },
});
