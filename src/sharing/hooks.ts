// What happens to sites and portals alike when one is written or removed, whoever does it.
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

/** @throws Refusal invalid for a slug that is none, conflict for one that another has. */
export const assignsSlug =
  (table: SlugTable) =>
  async ({
    data,
    originalDoc,
    operation,
    req,
  }: Parameters<CollectionBeforeChangeHook>[0]): Promise<Record<string, unknown>> => {
    const settled = { ...(data as Partial<Stored>) };
    const slug = await assignSlug(await transactionOf(req), table, {
      before: operation === 'update' ? (originalDoc as Stored) : null,
      asked: settled.slug ?? '',
      name: settled.name ?? '',
    });
    return { ...settled, slug };
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
