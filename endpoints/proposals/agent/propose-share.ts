// The tool propose_share.
import type { z } from 'zod';
import { Id } from '../../../src/assets/schemas.ts';
import type { ToolHints } from '../../../src/core/tool.ts';
import { Note } from '../../../src/review/schemas.ts';
import { ShareProperties } from '../../../src/shares/proposed-share.ts';
import { oneItem, proposedItem } from './one-item.ts';

const Input = ShareProperties.extend({
  asset: Id.optional(),
  collection: Id.optional(),
  note: Note.optional(),
}).refine(({ collection, asset }) => (collection === undefined) !== (asset === undefined), {
  message: 'Share either a collection or an asset.',
  path: ['collection'],
});

export const proposeShare: ToolHints = {
  name: 'propose_share',
  title: 'Propose a share link',
  description:
    'Suggests a link for people without an account: to view or review an asset or a collection (a proposed one once it is accepted), or to upload files. Whoever accepts it gets the url to pass on.',
  idempotent: true,
  shape: {
    input: Input,
    requests: (given) => {
      const { asset, collection, note, ...change } = given as z.output<typeof Input>;
      const target = collection
        ? { resource: 'collection', id: collection }
        : { resource: 'asset', id: asset };
      return oneItem({ kind: 'share', target, change, note });
    },
    result: (given, answers) =>
      proposedItem(answers, (given as z.output<typeof Input>).collection ? 'collection' : 'asset'),
  },
};
