// Changes every field of a collection, also those inside of others.
import type { Field } from 'payload';

/** The fields as `change` returns them; it's given copies. Those inside of groups, rows, tabs, arrays and blocks are changed as well. */
export function withEachField(fields: readonly Field[], change: (field: Field) => Field): Field[] {
  const inner = (some: readonly Field[]): Field[] => withEachField(some, change);
  return fields.map((field) => {
    const copy = { ...field };
    if ('fields' in copy) Object.assign(copy, { fields: inner(copy.fields) });
    if ('tabs' in copy) copy.tabs = copy.tabs.map((tab) => ({ ...tab, fields: inner(tab.fields) }));
    if (copy.type === 'blocks')
      copy.blocks = copy.blocks.map((block) => ({ ...block, fields: inner(block.fields) }));
    return change(copy);
  });
}
