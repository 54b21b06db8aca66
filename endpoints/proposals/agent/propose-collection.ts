// The tool propose_collection.
import type { z } from 'zod';
import { Id } from '../../../src/assets/schemas.ts';
import type { ToolHints } from '../../../src/core/tool.ts';
import { ProposedCollection } from '../../../src/review/new-collection.ts';
import { Note } from '../../../src/review/schemas.ts';
import { oneItem, proposedItem } from './one-item.ts';

const Input = ProposedCollection.extend({
  parent: Id.optional().describe('Collection to put it in'),
  note: Note.optional(),
});

export const proposeCollection: ToolHints = {
  name: 'propose_collection',
  title: 'Propose a collection',
  description: 'Suggests a new collection with assets in it. A person decides; accepting creates it.',
  idempotent: true,
  shape: {
    input: Input,
    requests: (given) => {
      const { parent, note, ...change } = given as z.output<typeof Input>;
      const target = parent ? { resource: 'collection', id: parent } : { resource: 'workspace' };
      return oneItem({ kind: 'collection', target, change, note });
    },
    result: (_, answers) => proposedItem(answers, 'parent'),
  },
};
