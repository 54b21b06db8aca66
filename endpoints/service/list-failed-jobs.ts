import { z } from 'zod';
import { failedJobs } from '../../src/core/jobs/failed.ts';
import { defineOperation } from '../../src/core/operation.ts';
import type { Service } from '../../src/core/service.ts';

/** The module of each job. */
const modulesOf = ({ modules }: Service): Map<string, string> =>
  new Map(modules.flatMap(({ name, jobs = [] }) => jobs.map((job) => [job.name, name] as const)));

export const listFailedJobs = defineOperation({
  name: 'list_failed_jobs',
  http: {
    route: 'GET /api/v1/jobs/failed',
    tag: 'service',
  },
  summary: 'List background jobs of the workspace that failed',
  description:
    'Those that will be tried again, and those that were given up in the last days; the newest 100. Jobs of the whole server are listed without their error, which is in the log.',
  access: {
    scope: 'admin',
  },
  output: z.object({
    data: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        module: z.string(),
        retries: z.boolean().describe('True if it will be tried again, at the time in at'),
        attempts: z.int(),
        at: z.iso.datetime().describe('When it failed for the last time, or when it will be tried again'),
        error: z.string().nullable().describe('null for a job of the whole server'),
      }),
    ),
  }),
  run: async ({ service, db, access }) => {
    const modules = modulesOf(service);
    const jobs = await failedJobs(db, access.workspaceId ?? '', [...modules.keys()]);
    return { data: jobs.map((job) => ({ ...job, module: modules.get(job.name) ?? '' })) };
  },
});
