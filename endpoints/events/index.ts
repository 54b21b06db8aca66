import type { AnyOperation } from '../../src/core/operation.ts';
import { listActivity } from './list-activity.ts';
import { listAudit } from './list-audit.ts';
import { listChanges } from './list-changes.ts';
import { listAssetActivity } from './list-asset-activity.ts';
import { streamEvents } from './stream-events.ts';

export const eventOperations: readonly AnyOperation[] = [
  listActivity,
  listAudit,
  listAssetActivity,
  listChanges,
  streamEvents,
];
