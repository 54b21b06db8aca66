// Ends a run with one plain line, `N passed, N failed`, for readers of only the last line; TEST_SUMMARY names
// a file that gets it too.
import { writeFileSync, writeSync } from 'node:fs';

/** Writes to standard output synchronously, even if it is a pipe whose reader is slow. */
function writeOut(text) {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      // The pipe is full: a child process has made it non-blocking.
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

export default class SummaryReporter {
  /** @param {unknown} _contexts @param {import('@jest/reporters').AggregatedResult} results */
  onRunComplete(_contexts, results) {
    // A file that can't even be loaded has no failed test, but counts as one.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const line = `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`;
    if (process.env.TEST_SUMMARY) writeFileSync(process.env.TEST_SUMMARY, line);
    // jest prints a line about --forceExit after its reporters, and a child may have left a line open.
    process.once('exit', () => {
      writeOut(`\n${line}`);
    });
  }
}
