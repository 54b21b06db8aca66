// The order of the files. jest starts with those that took longest last time; where it hasn't run before, as in
// CI, with these, so that no worker is left alone with one at the end.
import TestSequencer from '@jest/test-sequencer';

const longest = [
  'panel/panel',
  'core/transports/every-operation',
  'faults/storage',
  'server/server',
  'panel/review',
  'agency/agency',
  'faults/commit',
  'panel/people',
  'brands/killed-sync',
  'sharing/browser',
  'core/transports/parity',
  'panel/brand',
  'brands/source',
  'lib/embedded-postgres/embedded',
  'panel/portals-and-sites',
  'security/server',
  'panel/sign-in',
  'assets/form-uploads',
  'faults/database',
  'panel/agents',
  'sites/killed',
  'commands/key',
  'agents/tools',
  'assets/killed-upload',
  'assets/killed-upload-s3',
  'panel/settings',
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
