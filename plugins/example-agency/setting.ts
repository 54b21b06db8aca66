// A setting: what each client of the agency has its own of. It is set at /api/v1/settings/agency, for the organization or a workspace.
import { defineSetting, z } from 'marque/extend';

export const agencySetting = defineSetting({
  key: 'agency',
  label: 'Agency',
  contexts: ['organization', 'workspace'],
  properties: {
    house: z.string().trim().min(1).max(100).describe('Who stands in a credit line beside the maker'),
    webhookUrl: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .describe('Where what happens here is posted to'),
    webhookSecret: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'whsec_ and 24 to 64 random bytes in base64.')
      .describe('What the posts are signed with (standardwebhooks.com)'),
  },
  defaults: {},
  // What the server's environment says counts where neither the workspace nor the organization says anything.
  environment: { house: 'AGENCY_HOUSE' },
  // Sealed in the database, never answered; asked for again when the address changes.
  secrets: ['webhookSecret'],
  secretsFor: { webhookSecret: 'webhookUrl' },
});
