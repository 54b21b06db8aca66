// The service itself: its health and its OpenAPI document, and the panel's keyboard shortcuts.
import { serviceOperations } from '../../../endpoints/service/index.ts';
import { defineModule } from '../../../src/core/module.ts';

export const service = defineModule({
  name: 'service',
  operations: serviceOperations,
  tags: { service: 'Service status and API description' },
  panel: { commands: ['marque/client-components#ShortcutsCommand'] },
});
