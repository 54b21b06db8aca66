import { z } from 'zod';
import { personOf } from '../../src/core/access/caller.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { proposalKindNamesNow } from '../../src/review/module-kinds.ts';
import { TrackRecord, trackedDays, trackRecords } from '../../src/review/track-record.ts';

export const listTrackRecords = defineOperation({
  name: 'list_track_records',
  http: {
    route: 'GET /api/v1/track-records',
    tag: 'proposals',
  },
  summary: `List how many proposals of each agent were accepted, edited and rejected in the last ${trackedDays} days, by kind`,
  description: 'Admins see every agent in the workspace. Others see their own.',
  access: {
    scope: 'any',
    inWorkspace: true,
  },
  output: z.object({ data: z.array(TrackRecord) }),
  run: async ({ db, caller, access }) => {
    const person = personOf(caller);
    const seesAll = access.scope === 'admin';
    if (!access.workspaceId || (!seesAll && person === null)) return { data: [] };
    const kinds = proposalKindNamesNow();
    return { data: await trackRecords(db, access.workspaceId, seesAll ? null : person, kinds) };
  },
});
