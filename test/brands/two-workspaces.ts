// Two workspaces, each with a default brand. Each test file that imports this has its own.
import { startWithWorkspace } from '../setup/workspace.ts';
import { makeDefaultBrand } from './brand.ts';

export const { marque, place, other, editor, reader, proposer, stranger, write } = await startWithWorkspace();

/** ID of the default brand. */
export const brand = await makeDefaultBrand(marque, place);
await makeDefaultBrand(marque, other, 'Other');
