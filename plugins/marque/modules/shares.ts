// Share links, to view and to upload.
import { shareOperations } from '../../../endpoints/shares/index.ts';
import { shareTargets } from '../../../src/shares/targets.ts';
import { defineModule } from '../../../src/core/module.ts';
import { proposedShare } from '../../../src/shares/proposed-share.ts';
import { shareAccess } from '../../../src/shares/ways-in.ts';

export const shares = defineModule({
  name: 'shares',
  targets: shareTargets,
  operations: shareOperations,
  tags: { shares: 'Share links' },
  proposalKinds: [proposedShare],
  accessSources: [shareAccess],
  streamed: { share: 'write' },
});
