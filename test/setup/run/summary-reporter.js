// Ends a run with one plain line, `N passed, N failed`, for readers of only the last line; TEST_SUMMARY names
// a file that gets it too, and a line for each test that failed.
import { writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

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

/** The beginning of a message, without colors, on one line. */
const short = (message = '') => stripVTControlCharacters(message).replace(/\s+/g, ' ').trim().slice(0, 400);

/** The tests that failed, `file: name: why` each; a file that can't be loaded has no name of a test. */
function failures(results) {
  return results.testResults.flatMap((file) => {
    const name = path.relative(process.cwd(), file.testFilePath);
    if (file.testExecError) return [`${name}: ${short(file.testExecError.message)}`];
    const failed = file.testResults.filter((test) => test.status === 'failed');
    return failed.map((test) => `${name}: ${test.fullName}: ${short(test.failureMessages[0])}`);
  });
}

export default class SummaryReporter {
  /** @param {unknown} _contexts @param {import('@jest/reporters').AggregatedResult} results */
  onRunComplete(_contexts, results) {
    // A file that can't even be loaded has no failed test, but counts as one.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const line = `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`;
    if (process.env.TEST_SUMMARY) {
      const named = failures(results).map((failure) => `${failure}\n`);
      writeFileSync(process.env.TEST_SUMMARY, [line, ...named].join(''));
    }
    // jest prints a line about --forceExit after its reporters, and a child may have left a line open.
    process.once('exit', () => {
      writeOut(`\n${line}`);
    });
  }
}
