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
  form: {
    about: 'What happens when something needs review, and when it’s rejected.',
    properties: {
      notify: {
        label: 'Notify',
        kind: { as: 'lines' },
        hint: 'One email address per line. They’re notified of waiting proposals at most once an hour.',
        unset: 'No one',
      },
      requireNoteOnReject: {
        label: 'A rejection',
        kind: { as: 'yes-no', yes: 'Requires a note', no: 'Doesn’t require a note' },
      },
    },
  },
});
