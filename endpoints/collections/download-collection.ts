import { activeMembers } from '../../src/assets/collections/member-list.ts';
import { collectionSeenBy } from '../../src/assets/collections/collection-queries.ts';
import { demandBytes, originalsOf, zipOf } from '../../src/assets/delivery/download.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { zipAnswer } from '../assets/delivery/zip-answer.ts';
import { collectionPath, onCollection } from './schemas.ts';

const mostFiles = 2000;

export const downloadCollection = defineOperation({
  name: 'download_collection',
  http: {
    route: 'GET /api/v1/collections/{id}/download',
    tag: 'collections',
    produces: 'application/zip',
  },
  summary: 'Download the active assets of a collection as a streamed zip',
  description: `Contains the originals as they were uploaded, up to ${mostFiles}. If a file is missing, the call fails before a byte is sent.`,
  access: {
    scope: 'read',
    target: onCollection,
  },
  input: { path: collectionPath },
  errors: ['conflict', 'unavailable'],
  run: async ({ service, db, caller, access }, { path }) => {
    const workspaceId = access.workspaceId ?? '';
    const { name } = await collectionSeenBy(db, caller, workspaceId, path.id);
    const ids = await activeMembers(db, caller, workspaceId, path.id, mostFiles);
    const files = await originalsOf(db, caller, ids);
    await demandBytes(service.storage, files);
    return zipAnswer(zipOf(service.storage, files), name);
  },
});
