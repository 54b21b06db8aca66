// Whether the running app answers at Marque's addresses: through the proxy, if SERVER_URL names one.
import { z } from 'zod';
import { reasonOf } from '../../log.ts';
import { ok, problem, skipped, warning, type Finding, type Installation } from './finding.ts';

const check = 'addresses';
const timeoutMs = 15_000;
/** No asset has it. */
const nobody = '00000000-0000-4000-8000-000000000000';

interface Reply {
  status: number;
  headers: Headers;
  /** Parsed, if it's JSON; null otherwise. */
  json: unknown;
}

async function ask(url: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs), ...init });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: isJson ? JSON.parse(text) : null };
}

const Document = z.object({
  servers: z.array(z.object({ url: z.string() })).min(1),
  paths: z.record(z.string(), z.unknown()),
});
const Refusal = z.object({ error: z.object({ code: z.string() }) });

/** Where Marque's own addresses begin, as its API says; null: it doesn't answer as Marque does. */
async function described(url: string): Promise<{ prefix: string; origin: string } | null> {
  const { json } = await ask(`${url}/api/v1/openapi.json`);
  const { data } = Document.safeParse(json);
  if (!data) return null;
  const file = Object.keys(data.paths).find((path) => path.endsWith('/a/{id}'));
  return { prefix: file?.slice(0, -'/a/{id}'.length) ?? '', origin: data.servers[0]?.url ?? '' };
}

async function publicPages(url: string, prefix: string): Promise<Finding[]> {
  const paths = { a: `/a/${nobody}`, c: `/c/${nobody}`, p: '/p/-doctor-', s: '/s/-doctor-' };
  const lost: string[] = [];
  for (const [kind, path] of Object.entries(paths)) {
    // Ours say as JSON that there is no such thing; a page of Next, or of the app, doesn't.
    const { json } = await ask(`${url}${prefix}${path}`, { headers: { accept: 'application/json' } });
    if (!Refusal.safeParse(json).success) lost.push(`${prefix}/${kind}`);
  }
  if (lost.length === 0) return [ok(check, `Files, portals and share links answer below ${prefix || '/'}.`)];
  return [
    problem(
      check,
      `Something else answers at ${lost.join(', ')}.`,
      'Wrap your Next config in withMarque from "marque/next" and build again; if these are pages of your app, or its middleware answers, set withMarque(nextConfig, { prefix: \'/dam\' }).',
    ),
  ];
}

async function agents(url: string, origin: string): Promise<Finding[]> {
  const { status, json } = await ask(`${url}/.well-known/oauth-protected-resource/api/v1/mcp`);
  if (status !== 200 || json === null)
    return [
      problem(
        check,
        `/.well-known/oauth-protected-resource answers with ${status}: agents can't connect.`,
        'Wrap your Next config in withMarque from "marque/next", let the proxy pass on /.well-known, and build again.',
      ),
    ];
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const mcp = await ask(`${url}/api/v1/mcp`, { method: 'POST', body, headers });
  return [
    mcp.status === 403
      ? problem(
          'proxy',
          `The app doesn't see the host by which it was called (${new URL(url).host}); its address is ${origin}.`,
          'Let the proxy pass on the Host header, or X-Forwarded-Host with TRUST_PROXY=1, and set SERVER_URL to the address that people use.',
        )
      : ok(check, 'Agents can connect.'),
  ];
}

/** A site's host that nobody has: sites only answer GET, and say so in Marque's own way. */
async function siteHosts({ env }: Installation): Promise<Finding> {
  const [name = ''] = env.sitesHost.split(':');
  if (/(?:^|\.)localhost$/.test(name))
    return skipped('sites', `Sites are below ${name}, which only browsers on this machine resolve.`);
  const url = `${new URL(env.serverUrl).protocol}//doctor-probe.${env.sitesHost}/`;
  try {
    const { status, headers } = await ask(url, { method: 'POST' });
    return status === 405 && headers.get('allow') === 'GET, HEAD'
      ? ok('sites', `Hosts below ${env.sitesHost} answer.`)
      : problem(
          'sites',
          `Something else answers below ${env.sitesHost} (${status}).`,
          'Let the proxy pass on hosts of sites with their Host header, and set SITES_HOST for the build too.',
        );
  } catch (error) {
    return warning(
      'sites',
      `${url} doesn't answer: ${reasonOf(error)}`,
      `Point *.${name} at the app, or set SITES_HOST. Without sites, leave it.`,
    );
  }
}

export async function checkAddresses(installation: Installation): Promise<Finding[]> {
  const { url, config } = installation;
  // An app may have a health check of its own at /api/health.
  const health = await ask(`${url}/api/health/ready`).catch((error: unknown) => ({
    failure: reasonOf(error),
  }));
  if ('failure' in health)
    return [
      problem(
        check,
        `${url} doesn't answer: ${health.failure}`,
        'Start the app, or name its address with --url.',
      ),
      skipped('sites', "The app isn't running."),
    ];
  const about = await described(url);
  if (about === null)
    return [
      problem(
        check,
        `${url}/api/v1 isn't answered by Marque.`,
        'Check that marque() is among the plugins of the Payload config that is built, and that routes.api and the apiRoute of withMarque are the same.',
      ),
    ];
  const { status } = health;
  const findings =
    status === 200
      ? [ok(check, `${url}/api/v1 and /api/health/ready answer.`)]
      : [
          problem(
            check,
            `${url}/api/health/ready answers with ${status}.`,
            'See what the log says about the database and storage.',
          ),
        ];
  const { admin } = config;
  return [
    ...findings,
    ...(await publicPages(url, about.prefix)),
    ...(admin.custom?.marqueAgents ? await agents(url, about.origin) : []),
    await siteHosts(installation),
  ];
}
