// Hooks that sites and portals share.
import type { CollectionAfterDeleteHook } from 'payload';
import { workspaceIdOf } from '../core/access/payload/workspace-field.ts';
import { transactionOf } from '../core/db/transaction.ts';
import { givenAndStored, type Writing } from '../core/events/changes.ts';
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
  async (writing: Writing): Promise<Record<string, unknown>> => {
    const { given, before } = givenAndStored<Stored>(writing);
    const slug = await assignSlug(await transactionOf(writing.req), table, {
      before,
      asked: given.slug ?? '',
      name: given.name ?? '',
    });
    return { ...given, slug };
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
