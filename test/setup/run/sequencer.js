// The order of the files. jest starts with those that took longest last time; where it hasn't run before, as in
// CI, with these, so that no worker is left alone with one at the end.
import TestSequencer from '@jest/test-sequencer';

const longest = [
  'agency/agency',
  'core/transports/every-operation',
  'panel/panel',
  'server/server',
  'core/transports/parity',
  'brands/git/source',
  'faults/commit',
  'lib/embedded-postgres/embedded',
  'panel/brand',
  'panel/review',
  'panel/people',
  'sharing/browser',
  'agents/tools',
  'commands/key',
  'panel/portals-and-sites',
  'assets/ingest/batch',
  'security/server',
  'assets/ingest/form-uploads',
  'access-report/holders-random',
  'core/modules',
  'panel/library',
  'panel/sign-in',
  'faults/storage',
  'faults/database',
  'assets/ingest/killed-upload',
  'assets/ingest/killed-upload-s3',
  'panel/settings',
  'panel/agents',
  'sites/killed',
  'core/jobs/claims',
  'identity/organizations/deletion',
  'brands/git/killed-sync',
  'commands/password',
].map((name) => `/test/${name}.test.ts`);

export default class LongestFirst extends TestSequencer {
  /** @param {import('@jest/test-result').Test[]} tests */
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const rank = ({ path }) => {
      const at = longest.findIndex((name) => path.endsWith(name));
      return at < 0 ? longest.length : at;
    };
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}
