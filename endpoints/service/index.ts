import type { AnyOperation } from '../../src/core/operation.ts';
import { getHealth } from './get-health.ts';
import { getLiveness } from './get-liveness.ts';
import { getOpenapi } from './get-openapi.ts';
import { getReadiness } from './get-readiness.ts';
import { listFailedJobs } from './list-failed-jobs.ts';

export const serviceOperations: readonly AnyOperation[] = [
  getHealth,
  getLiveness,
  getReadiness,
  getOpenapi,
  listFailedJobs,
];
