// A proposed share link. Accepting creates it and shows its address to the person who accepts: only they can pass it on.
import { z } from 'zod';
import { demand } from '../core/access/actor.ts';
import { invalid, type Issue } from '../core/errors.ts';
import { defineProposalKind } from '../review/module-kinds.ts';
import { makeShare } from './links.ts';
import { downloadsOfReview, hasDownloadsOfItsOwn, NewShare, shareKinds } from './schemas.ts';

export const ShareProperties = z.strictObject({
  kind: z.enum(shareKinds),
  name: NewShare.shape.name,
  expiresAt: NewShare.shape.expiresAt,
  allowDownloads: NewShare.shape.allowDownloads,
});
const ProposedShare = ShareProperties.refine(hasDownloadsOfItsOwn, downloadsOfReview);

type ProposedShare = z.output<typeof ProposedShare>;

/** The link to make. @throws ApiError invalid for what this can't be shared as, such as an upload link to an asset */
function shareOf(value: ProposedShare, target: { collection: string } | { asset: string }): NewShare {
  const parsed = NewShare.safeParse({ ...value, ...target });
  if (parsed.success) return parsed.data;
  // The target is what was proposed: only the kind can be wrong for it.
  throw invalid(parsed.error.issues.map(({ message }) => ({ path: 'value.kind', message })));
}

export const proposedShare = defineProposalKind<ProposedShare>({
  name: 'share',
  on: ['asset', 'collection'],
  label: 'Share link',
  counted: ['share link', 'share links'],
  described: '{kind, name, expiresAt, allowDownloads}, and once accepted the ID of the {share}',
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
    const { id: made, url } = await makeShare(
      { service, db, req, caller },
      access.workspaceId ?? '',
      shareOf(value, target),
      null,
    );
    showOnce({ share: made, url });
    return { ...value, share: made };
  },
});
