// Signing up and in, passwords and sessions. Left out where Marque is installed in an app whose people sign in there.
import { accountOperations } from '../../../endpoints/accounts/index.ts';
import { defineModule } from '../../../src/core/module.ts';
import { mailResetLink, resetJob } from '../../../src/identity/accounts/reset.ts';
import { label } from '../../../src/words/index.ts';

export const accounts = defineModule({
  name: 'accounts',
  operations: accountOperations,
  tags: { accounts: 'Signing in and out' },
  jobs: [
    {
      name: resetJob,
      cron: null,
      expireInSeconds: 60,
      each: { atOnce: 1, retries: 3, firstRetrySeconds: 10 },
      run: (service, data) => mailResetLink(service, data),
    },
  ],
  panel: {
    commands: [
      { label: label('menu:account'), path: '/account', isView: true },
      { label: label('menu:logOut'), path: '/logout' },
    ],
    views: {
      account: { Component: 'marque/client-components#Account' },
      createFirstUser: { Component: 'marque/client-components#Welcome' },
      forgot: { Component: 'marque/client-components#ForgottenPassword' },
      // Where mailed links lead: open to anyone, as Payload leaves views at a path of their own.
      reset: { Component: 'marque/client-components#ResetPassword', path: '/reset', exact: true },
    },
  },
});
