// Every operation of Marque's own modules.
import { modules } from '../../plugins/marque/modules/index.ts';
import type { AnyOperation } from '../../src/core/operation.ts';

export const operations: readonly AnyOperation[] = modules.flatMap((module) => module.operations ?? []);
