// A workspace with a field, and the people who use its panel. Each test file that imports this has its
// own.
import { defineFields, startWithWorkspace } from '../setup/workspace.ts';

export const { marque, place, editor, other } = await startWithWorkspace();
export const proposer = await marque.makeMember(place, 'propose');
export const reader = await marque.makeMember(place, 'read');
export const outsider = await marque.makeMember(other, 'write');

await defineFields(marque, editor, {
  key: 'subject',
  label: 'Subject',
  type: 'select',
  options: ['space', 'cats'],
});
