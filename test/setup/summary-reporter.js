// Ends a run with one plain line, `N passed, N failed`, for whoever reads only the last one.
import { writeSync } from 'node:fs';

export default class SummaryReporter {
  /** @param {unknown} _contexts @param {import('@jest/reporters').AggregatedResult} results */
  onRunComplete(_contexts, results) {
    // A file that can't even be loaded has no failed test, but is one.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const line = `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`;
    // jest has a few words on --forceExit to say after its reporters.
    process.once('exit', () => writeSync(1, line));
  }
}
