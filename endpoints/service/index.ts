import type { AnyOperation } from '../../src/core/operation.ts';
import { getHealth } from './get-health.ts';
import { getOpenapi } from './get-openapi.ts';

export const serviceOperations: readonly AnyOperation[] = [getHealth, getOpenapi];
