// Proposals, and deciding on them.
import { proposalOperations } from '../../../endpoints/proposals/index.ts';
import { acceptAutomatically } from '../../../src/review/accept-automatically.ts';
import { checkAutoAccept } from '../../../src/review/check-auto-accept.ts';
import { checkReviewSetting } from '../../../src/review/check-review-setting.ts';
import { proposalTargets } from '../../../src/review/targets.ts';
import { autoAcceptJob } from '../../../src/proposals/auto-accept.ts';
import { review as reviewSetting } from '../../../src/proposals/settings.ts';
import { defineModule } from '../../../src/core/module.ts';
import { brandDetails } from '../../../src/review/brand-details.ts';
import { collectionDetails } from '../../../src/review/collection-details.ts';
import { newCollection } from '../../../src/review/new-collection.ts';
import { pageDeletion } from '../../../src/review/page-deletion.ts';
import { proposedTheme } from '../../../src/review/proposed-theme.ts';
import { reminderJob, remindDeciders } from '../../../src/review/remind-deciders.ts';
import { reviewMailJob, tellReviewers } from '../../../src/review/tell-reviewers.ts';

export const review = defineModule({
  name: 'review',
  targets: proposalTargets,
  settings: [reviewSetting],
  settingChecks: { review: checkReviewSetting, agents: checkAutoAccept },
  operations: proposalOperations,
  streamed: { proposal: 'admin' },
  tags: { proposals: 'Changes waiting for review, and their outcome' },
  proposalKinds: [newCollection, collectionDetails, brandDetails, proposedTheme, pageDeletion],
  jobs: [
    {
      name: autoAcceptJob,
      cron: '* * * * *',
      atStart: true,
      expireInSeconds: 10 * 60,
      run: (service, _, signal) => acceptAutomatically(service, signal),
    },
    {
      name: reviewMailJob,
      cron: '*/5 * * * *',
      expireInSeconds: 10 * 60,
      run: async (service) => {
        await tellReviewers(service);
      },
    },
    {
      name: reminderJob,
      cron: '*/15 * * * *',
      expireInSeconds: 10 * 60,
      run: async (service) => {
        await remindDeciders(service);
      },
    },
  ],
});
