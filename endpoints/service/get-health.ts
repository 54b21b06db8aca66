import { z } from 'zod';
import type { Env, Program } from '../../src/env.ts';
import { failureKinds } from '../../src/core/failures.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { stateOf } from '../../src/core/state.ts';

/** Optional programs, and what each is for. */
const uses = {
  chromium: 'Draws pages of brands for agents',
  ffmpeg: 'Draws previews of videos and sounds',
  libreoffice: 'Not used yet',
} as const satisfies Record<Program, string>;
const programNames = Object.keys(uses) as [Program, ...Program[]];

/** Which of them this server has. Where they are is nobody else's business. */
function programsOf({
  chromiumPath,
  ffmpegPath,
  libreOfficePath,
}: Env): { name: Program; found: boolean; use: string }[] {
  const paths = { chromium: chromiumPath, ffmpeg: ffmpegPath, libreoffice: libreOfficePath };
  return programNames.map((name) => ({ name, found: paths[name] !== undefined, use: uses[name] }));
}

export const getHealth = defineOperation({
  name: 'get_health',
  http: {
    route: 'GET /api/health',
    tag: 'service',
    also: { 503: 'The database or storage is down' },
  },
  summary: 'Check the health of the service, its database and storage',
  access: {
    scope: 'public',
  },
  output: z
    .object({
      ok: z.boolean(),
      database: z.boolean(),
      storage: z.boolean(),
      version: z.string(),
      missing: z
        .array(z.enum(programNames))
        .describe('Programs that this server could make use of, and doesn’t have'),
      programs: z
        .array(
          z.object({
            name: z.enum(programNames),
            found: z.boolean(),
            use: z.string().describe('What it is for'),
          }),
        )
        .describe('All of these programs'),
      failing: z
        .array(
          z.object({
            module: z.string(),
            during: z.enum(failureKinds),
            name: z.string().describe('The name of the operation, job or listener, or of the module itself'),
            at: z.iso.datetime(),
          }),
        )
        .describe(
          'What of a module failed in this process and has not succeeded since; the cause is in the log',
        ),
    })
    .meta({ id: 'Health' }),
  run: async ({ service }) => {
    const state = await stateOf(service);
    const failing = service.failures.list().map((one) => ({ ...one, at: one.at.toISOString() }));
    const health = {
      ...state,
      version: service.version,
      missing: programsOf(service.env).flatMap(({ name, found }) =>
        found || name === 'libreoffice' ? [] : [name],
      ),
      programs: programsOf(service.env),
      failing,
    };
    return Answer.json(health.ok ? 200 : 503, health, { 'cache-control': 'no-store' });
  },
});
