import type { AnyOperation } from '../../src/core/operation.ts';
import { getHealth } from './get-health.ts';
import { getOpenapi } from './get-openapi.ts';
import { listFailedJobs } from './list-failed-jobs.ts';

export const serviceOperations: readonly AnyOperation[] = [getHealth, getOpenapi, listFailedJobs];
