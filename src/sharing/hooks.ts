// Hooks that sites and portals share.
import type { CollectionAfterDeleteHook, CollectionBeforeChangeHook } from 'payload';
import { workspaceIdOf } from '../core/access/workspace-field.ts';
import { transactionOf } from '../core/db/transaction.ts';
import { record } from '../core/events/record.ts';
import { assignSlug, type SlugTable } from './slugs.ts';

interface Stored {
  id: string;
  workspace: unknown;
  name: string;
  slug: string;
}

/** @throws ApiError invalid for an invalid slug, conflict for a taken one. */
export const assignsSlug =
  (table: SlugTable) =>
  async ({
    data,
    originalDoc,
    operation,
    req,
  }: Parameters<CollectionBeforeChangeHook>[0]): Promise<Record<string, unknown>> => {
    const normalized = { ...(data as Partial<Stored>) };
    const slug = await assignSlug(await transactionOf(req), table, {
      before: operation === 'update' ? (originalDoc as Stored) : null,
      asked: normalized.slug ?? '',
      name: normalized.name ?? '',
    });
    return { ...normalized, slug };
  };

export const tellsDeleted =
  (kind: 'site' | 'portal'): CollectionAfterDeleteHook =>
  async ({ req, doc }) => {
    const { id, name, slug, workspace } = doc as Stored;
    await record(req, {
      type: `${kind}.deleted`,
      workspaceId: workspaceIdOf(workspace),
      subject: { kind, id },
      detail: { name, slug },
    });
  };
