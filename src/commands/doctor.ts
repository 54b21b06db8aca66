// npx marque doctor [--url https://…] [--json]
// Checks a running installation: versions, config, database, storage, addresses. Ends with 1 if something keeps it from working.
import { parseArgs } from 'node:util';
import { readEnv } from '../env.ts';
import { loadEnvFiles } from '../lib/env-files.ts';
import { useApp } from './app-config.ts';
import { reasonOf } from '../log.ts';
import { checkAddresses } from './doctor/addresses.ts';
import { checkImportMap, checkSecret, checkServerUrl } from './doctor/app.ts';
import { checkBuild } from './doctor/build.ts';
import { checkDatabase } from './doctor/database.ts';
import { problem, type Finding, type Installation } from './doctor/finding.ts';
import { checkStorage } from './doctor/storage.ts';
import { checkVersions } from './doctor/versions.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npx marque doctor [--url https://…] [--json]

  --url    The address at which the app is running; SERVER_URL unless given
  --json   Print the findings as JSON`;

function readArguments(): { url: string | null; asJson: boolean } {
  try {
    const { values } = parseArgs({ options: { url: { type: 'string' }, json: { type: 'boolean' } } });
    if (values.url !== undefined && !/^https?:\/\/[^/]+\/?$/.test(values.url))
      throw new Error(`--url must be an origin such as https://dam.example, not "${values.url}".`);
    return { url: values.url?.replace(/\/$/, '') ?? null, asJson: values.json ?? false };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${usage}`, { cause: error });
  }
}

type Check = (installation: Installation) => Finding[] | Promise<Finding[]>;

/** In the order in which one may be the reason for the next. */
const checks: Record<string, Check> = {
  versions: ({ folder }) => checkVersions(folder),
  secret: checkSecret,
  SERVER_URL: checkServerUrl,
  'import map': checkImportMap,
  build: checkBuild,
  database: checkDatabase,
  storage: checkStorage,
  addresses: checkAddresses,
};

async function findingsOf(installation: Installation): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const [name, check] of Object.entries(checks)) {
    try {
      found.push(...(await check(installation)));
    } catch (error) {
      found.push(
        problem(name, `This could not be checked: ${reasonOf(error)}`, 'Mend that, and run this again.'),
      );
    }
  }
  return found;
}

const signs = { ok: '✓', warning: '!', problem: '✗', skipped: '-' };

function print(findings: readonly Finding[]): void {
  for (const { check, status, message, fix } of findings) {
    console.log(`${signs[status]} ${check.padEnd(11)} ${message}`);
    if (fix !== undefined) console.log(`  ${''.padEnd(11)} ${fix}`);
  }
  const count = (wanted: Finding['status']): number =>
    findings.filter(({ status }) => status === wanted).length;
  console.log(`\n${count('problem')} problems, ${count('warning')} warnings`);
}

await runCommand(async () => {
  const { url, asJson } = readArguments();
  loadEnvFiles();
  const { config, database } = await useApp();
  const own = readEnv({ ...process.env, SERVER_URL: process.env.SERVER_URL || config.serverURL });
  const installation = { folder: process.cwd(), config, database, env: own, url: url ?? own.serverUrl };
  const findings = await findingsOf(installation);
  const isFine = findings.every(({ status }) => status !== 'problem');
  if (asJson) console.log(JSON.stringify({ ok: isFine, findings }, null, 2));
  else print(findings);
  if (!isFine) process.exitCode = 1;
});
