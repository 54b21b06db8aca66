// Settings of review.
import { z } from 'zod';
import { contexts, defineSetting } from '../core/settings/schemas.ts';
import { Routes, Stages } from './stages/schemas.ts';

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
    stages: Stages.describe('Steps that a proposal passes, one after the other; which ones is up to routes'),
    routes: Routes.describe('Which proposals pass which stages: the first route that matches applies'),
    distinct: z.boolean().describe('True: nobody decides in two stages of a proposal'),
  },
  defaults: { notify: [], requireNoteOnReject: true, stages: [], routes: [], distinct: false },
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
      stages: {
        label: 'Stages',
        kind: { as: 'own' },
        hint: 'Proposals under way keep the stages they started with.',
        unset: 'No stages: anyone who can approve decides',
      },
      routes: {
        label: 'Routes',
        kind: { as: 'own' },
        hint: 'The first route that matches applies. If none does, anyone who can approve decides.',
      },
      distinct: {
        label: 'Different people',
        kind: {
          as: 'yes-no',
          yes: 'Required in each stage',
          no: 'Not required',
        },
      },
    },
  },
});
