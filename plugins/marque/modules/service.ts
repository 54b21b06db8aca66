// The service itself: its health, its OpenAPI document and its security.txt, and the panel's keyboard shortcuts.
import { serviceOperations } from '../../../endpoints/service/index.ts';
import { securityTextRoute } from '../../../endpoints/service/security-text.ts';
import { defineModule } from '../../../src/core/module.ts';

export const service = defineModule({
  name: 'service',
  operations: serviceOperations,
  routes: [securityTextRoute],
  tags: { service: 'Service status and API description' },
  panel: { commands: ['marque/client-components#ShortcutsCommand'] },
});
