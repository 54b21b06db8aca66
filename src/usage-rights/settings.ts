// Settings of usage checks.
import { z } from 'zod';
import { contexts, defineSetting } from '../core/settings/schemas.ts';

export const checkSetting = defineSetting({
  key: 'check',
  label: 'Usage checks',
  contexts,
  properties: {
    noRights: z
      .enum(['warn', 'block'])
      .describe('Result of a usage check for assets without recorded rights'),
  },
  defaults: { noRights: 'warn' },
});
