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
  form: {
    about: 'What usage rights checks tell people and agents.',
    properties: {
      noRights: {
        label: 'Assets without recorded rights',
        kind: {
          as: 'choice',
          options: [
            { value: 'warn', label: 'Allowed, with a warning' },
            { value: 'block', label: 'Not allowed' },
          ],
        },
      },
    },
  },
});
