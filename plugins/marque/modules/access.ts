// Grants and keys: who may do what.
import { grants } from '../../../collections/grants.ts';
import { keys } from '../../../collections/keys.ts';
import { accessOperations } from '../../../endpoints/access/index.ts';
import { keyOperations } from '../../../endpoints/keys/index.ts';
import { flushCalls, startKeyUsage } from '../../../src/core/access/keys/key-usage.ts';
import { removeAccessOfWorkspaces } from '../../../src/core/access/remove.ts';
import { defineModule } from '../../../src/core/module.ts';
import { flushed } from './flushed.ts';

export const access = defineModule({
  name: 'access',
  collections: [grants, keys],
  operations: [...accessOperations, ...keyOperations],
  tags: { access: 'Callers, API keys and grants' },
  start: (service) => flushed(service, startKeyUsage(service), flushCalls),
  onWorkspaceDelete: removeAccessOfWorkspaces,
});
