// A workspace with fields, and the callers who review its assets. Each test file that imports this has
// its own.
import type { Caller } from '../../setup/service.ts';
import { defineFields, startWithWorkspace } from '../../setup/workspace.ts';

export const { marque, place, editor, asEditor, admin, proposer, reader, stranger } =
  await startWithWorkspace();

/** A person with write, whose grant switches the ability to approve off. */
export const asHelper: Caller = {
  cookie: (await marque.makeMember(place, 'write', { limits: ['approve'] })).cookie,
};

await defineFields(
  marque,
  asEditor,
  { key: 'subject', label: 'Subject', type: 'select', options: ['space', 'cats'] },
  { key: 'year', label: 'Year', type: 'number' },
  { key: 'shown', label: 'Shown', type: 'date' },
  { key: 'final', label: 'Final', type: 'boolean' },
  { key: 'place', label: 'Place', type: 'text' },
);
