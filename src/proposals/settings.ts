// Settings of review.
import { z } from 'zod';
import { contexts, defineSetting } from '../core/settings/schemas.ts';

export const review = defineSetting({
  key: 'review',
  label: 'Review',
  contexts,
  properties: {
    notify: z
      .array(z.email().max(320).toLowerCase())
      .max(50)
      .describe('Email addresses to notify of new proposals'),
    requireNoteOnReject: z.boolean(),
  },
  defaults: { notify: [], requireNoteOnReject: true },
});
