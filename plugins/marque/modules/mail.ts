// Mails, sent by a job.
import { deliverMail, mailJob } from '../../../src/core/mail/send.ts';
import { defineModule } from '../../../src/core/module.ts';

export const mail = defineModule({
  name: 'mail',
  jobs: [
    {
      name: mailJob,
      cron: null,
      expireInSeconds: 120,
      // Tried for about four hours: 30 seconds after the first failure, then twice as long each time.
      each: { atOnce: 3, retries: 8, firstRetrySeconds: 30 },
      run: (service, data) => deliverMail(service, data),
    },
  ],
});
