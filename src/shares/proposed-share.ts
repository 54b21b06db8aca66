// A proposed share link. Accepting creates it and shows its address to the person who accepts: only they can pass it on.
import { z } from 'zod';
import { demand } from '../core/access/actor.ts';
import type { Issue } from '../core/errors.ts';
import { defineProposalKind } from '../review/module-kinds.ts';
import { makeShare } from './links.ts';
import { NewShare, shareKinds } from './schemas.ts';

export const ProposedShare = z.strictObject({
  kind: z.enum(shareKinds),
  name: NewShare.shape.name,
  expiresAt: NewShare.shape.expiresAt,
});

export const proposedShare = defineProposalKind<z.output<typeof ProposedShare>>({
  name: 'share',
  on: ['asset', 'collection'],
  label: 'Share link',
  counted: ['share link', 'share links'],
  described: '{kind, name, expiresAt}, and once accepted the ID of the {share}',
  value: ProposedShare,
  showsOnce: true,
  // A link changes nothing that is there.
  current: () => Promise.resolve({}),
  check: ({ resource }, _, { kind, expiresAt }) => {
    const issues: Issue[] = [];
    if (kind === 'upload' && resource !== 'collection')
      issues.push({
        path: 'kind',
        message: 'An upload link needs a collection: files are uploaded into it.',
      });
    if (expiresAt !== undefined && Date.parse(expiresAt) <= Date.now())
      issues.push({ path: 'expiresAt', message: 'This time is in the past. Choose a later one.' });
    return Promise.resolve(issues);
  },
  accept: async ({ service, db, req, caller, accessTo, resource, showOnce }, id, value) => {
    const target = resource === 'collection' ? { collection: id } : { asset: id };
    const access = await accessTo(target);
    demand(access, 'write', 'share', `this ${resource}`);
    const share = NewShare.parse({ ...value, ...target });
    const { id: made, url } = await makeShare(
      { service, db, req, caller },
      access.workspaceId ?? '',
      share,
      null,
    );
    showOnce({ share: made, url });
    return { ...value, share: made };
  },
});
