// Comments on assets, and what those on pages share with them.
import { commentOperations } from '../../../endpoints/comments/index.ts';
import { commentTargets } from '../../../src/comments/targets.ts';
import { defineModule } from '../../../src/core/module.ts';

export const comments = defineModule({
  name: 'comments',
  targets: commentTargets,
  operations: commentOperations,
  tags: { comments: 'Comments on assets and pages' },
});
