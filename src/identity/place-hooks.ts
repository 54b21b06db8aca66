// Records an event when an organization or workspace is changed, through the API or in the panel.
import type { CollectionAfterChangeHook } from 'payload';
import { record } from '../core/events/record.ts';

/** Records a rename. Creation is recorded where it happens, with everything created along with it. */
export function afterPlaceChange(kind: 'organization' | 'workspace'): CollectionAfterChangeHook {
  return async ({ doc, previousDoc, operation, req }) => {
    const after = doc as { id: string; name: string };
    const before = previousDoc as { name?: string } | undefined;
    if (operation === 'update' && before?.name !== after.name) {
      await record(req, {
        type: `${kind}.changed`,
        ...(kind === 'organization' ? { organizationId: after.id } : { workspaceId: after.id }),
        subject: { kind, id: after.id },
        detail: { changes: { name: { before: before?.name ?? null, after: after.name } } },
      });
    }
    return after;
  };
}
