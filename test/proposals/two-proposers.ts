// A workspace whose assets have fields, and two keys that propose. Each test file that imports this has its
// own.
import { defineFields, startWithWorkspace } from '../setup/workspace.ts';

export const {
  marque,
  place,
  editor,
  asEditor,
  proposer: scout,
  reader,
  stranger,
} = await startWithWorkspace();

export const other = await marque.makeKey(place, 'propose', { ownerId: editor.id });

await defineFields(
  marque,
  asEditor,
  { key: 'subject', label: 'Subject', type: 'select', options: ['space', 'cats'] },
  { key: 'place', label: 'Place', type: 'text' },
);
