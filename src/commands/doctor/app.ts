// What the app's config and environment say.
import { isLoopbackName } from '../../env.ts';
import { readImportMap } from '../import-map.ts';
import { ok, problem, warning, type Finding, type Installation } from './finding.ts';

const minSecretLength = 32;

export function checkSecret({ config }: Installation): Finding[] {
  const { length } = config.secret;
  return [
    length >= minSecretLength
      ? ok('secret', `The secret has ${length} characters.`)
      : problem(
          'secret',
          length === 0 ? 'There is no secret.' : `The secret has only ${length} characters.`,
          `Set one of at least ${minSecretLength}, such as \`openssl rand -base64 32\` prints. Changing it signs everybody out, ends signed addresses, and makes encrypted settings unreadable.`,
        ),
  ];
}

export function checkServerUrl({ config, env }: Installation): Finding[] {
  const { hostname, protocol } = new URL(env.serverUrl);
  const check = 'SERVER_URL';
  const findings: Finding[] = [];
  if (config.serverURL && config.serverURL.replace(/\/+$/, '') !== env.serverUrl)
    findings.push(
      problem(
        check,
        `SERVER_URL is ${env.serverUrl}, but serverURL of the Payload config is ${config.serverURL}.`,
        'Set both to the address that people use.',
      ),
    );
  if (isLoopbackName(hostname))
    findings.push(
      warning(
        check,
        `The app's address is ${env.serverUrl}.`,
        'Set SERVER_URL to the address that people use.',
      ),
    );
  else if (protocol !== 'https:')
    findings.push(
      warning(
        check,
        `The app's address is ${env.serverUrl}, without TLS.`,
        'Serve it over HTTPS, and set SERVER_URL accordingly.',
      ),
    );
  else findings.push(ok(check, `The app's address is ${env.serverUrl}.`));
  if (protocol === 'https:' && !env.trustProxy)
    findings.push(
      warning(
        'proxy',
        'TLS ends at a proxy, but TRUST_PROXY is not set: all visitors count as one.',
        'Set TRUST_PROXY=1 if the proxy sets X-Forwarded-For itself.',
      ),
    );
  return findings;
}

/** Components that the panel loads by name, as they occur anywhere in the config. */
function componentsIn(value: unknown, seen = new Set<unknown>(), found = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    if (/^marque\/(?:rsc|client-components)#/.test(value)) found.add(value);
  } else if (typeof value === 'object' && value !== null && !seen.has(value)) {
    seen.add(value);
    for (const one of Object.values(value)) componentsIn(one, seen, found);
  }
  return found;
}

export async function checkImportMap({ config, folder }: Installation): Promise<Finding[]> {
  const check = 'import map';
  const fix = 'npx payload generate:importmap, and build again.';
  const importMap = await readImportMap(folder);
  if (importMap === null) return [problem(check, 'There is no importMap.js below the app folder.', fix)];
  const { admin, collections, globals } = config;
  const missing = [...componentsIn({ admin, collections, globals })].filter(
    (name) => !importMap.includes(`"${name}"`),
  );
  return [
    missing.length === 0
      ? ok(check, "It has all of Marque's components.")
      : problem(
          check,
          `${missing.length} components are missing: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}.`,
          fix,
        ),
  ];
}
