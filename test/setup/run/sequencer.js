// The order of the files. jest starts with those that took longest last time; where it hasn't run before, as in
// CI, with these, so that no worker is left alone with one at the end.
import TestSequencer from '@jest/test-sequencer';

const longest = [
  'agency/agency',
  'core/transports/every-operation',
  'panel/panel',
  'host/host',
  'server/server',
  'faults/commit',
  'agents/injections',
  'faults/database',
  'panel/journeys/sixty-proposals',
  'panel/words/german',
  'brands/git/source',
  'panel/people',
  'panel/collections',
  'panel/asset',
  'commands/key',
  'panel/sign-in',
  'panel/review-kinds',
  'panel/review',
  'panel/library',
  'panel/brand-pages',
  'core/transports/paging',
  'security/server',
  'core/modules',
  'lib/embedded-postgres/embedded',
  'panel/settings',
  'agents/truth',
  'assets/ingest/form-uploads',
  'sharing/browser',
  'core/access/authorize',
  'faults/storage',
  'assets/ingest/batch',
  'commands/verify',
  'sites/killed',
  'core/jobs/claims',
  'access-report/holders-random',
  'commands/password',
  'commands/mcp',
  'core/transports/parity',
  'identity/organizations/deletion',
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
