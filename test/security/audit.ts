// `npm run audit`: fails for packages of a release with known vulnerabilities, but for those that audit-exceptions.json explains.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Exceptions, problemsIn } from './audit-report.ts';

const exceptions = Exceptions.parse(
  JSON.parse(readFileSync(path.join(import.meta.dirname, 'audit-exceptions.json'), 'utf8')),
);
const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' });
if (!stdout.trim()) throw new Error(`npm audit printed nothing: ${stderr}`);
const problems = problemsIn(stdout, exceptions, new Date().toISOString().slice(0, 10));
if (problems === null) console.log("The registry doesn't answer npm audit: nothing was checked.");
else if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else console.log('No package has a known vulnerability that isn’t explained.');
