// Whether what `withMarque` has put into the build is what the environment and the Payload config say now.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ok, problem, skipped, type Finding, type Installation } from './finding.ts';

const check = 'build';

const Rewrite = z.object({
  source: z.string(),
  destination: z.string(),
  has: z.array(z.object({ type: z.string(), value: z.string().optional() })).default([]),
});
/** Next's record of a build's routes. */
const Routes = z.object({ rewrites: z.object({ beforeFiles: z.array(Rewrite) }) });

async function rewritesOf(folder: string): Promise<z.output<typeof Rewrite>[] | null> {
  const text = await readFile(path.join(folder, '.next/routes-manifest.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  return Routes.safeParse(JSON.parse(text)).data?.rewrites.beforeFiles ?? null;
}

export async function checkBuild({ folder, config, env }: Installation): Promise<Finding[]> {
  const rewrites = await rewritesOf(folder);
  if (rewrites === null) return [skipped(check, `There is no build in ${path.join(folder, '.next')}.`)];
  const toSites = rewrites.find(({ destination }) => destination.endsWith('/v1/~/:path'));
  if (!toSites)
    return [
      problem(
        check,
        "The build doesn't forward Marque's addresses.",
        'Wrap your Next config in withMarque from "marque/next", and build again.',
      ),
    ];
  const findings: Finding[] = [];
  const apiRoute = toSites.destination.slice(0, -'/v1/~/:path'.length);
  const { api } = config.routes;
  if (apiRoute !== api)
    findings.push(
      problem(
        check,
        `The build forwards to ${apiRoute}, but routes.api of the Payload config is ${api}.`,
        `Set withMarque(nextConfig, { apiRoute: '${api}' }), and build again.`,
      ),
    );
  const pattern = toSites.has.find(({ type }) => type === 'host')?.value ?? '';
  const [name = ''] = env.sitesHost.split(':');
  if (!new RegExp(`^${pattern}$`).test(`site.${name}`))
    findings.push(
      problem(
        check,
        `The build serves sites below ${pattern.replace('.+\\.', '').replaceAll('\\.', '.')}, but SITES_HOST is ${name}.`,
        `Build again with SITES_HOST=${env.sitesHost}, or set SITES_HOST to the build's.`,
      ),
    );
  return findings.length > 0 ? findings : [ok(check, 'The build matches SITES_HOST and the API route.')];
}
