// What happens when an organization or a workspace is changed, by the interface or in the panel: it is told.
import type { CollectionAfterChangeHook } from 'payload';
import { record } from '../core/events/record.ts';

/** Records that a place was renamed. Making one is told by those who make it, with what came along. */
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
