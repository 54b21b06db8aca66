// What organizations and workspaces set, and how the service looks.
import { settingOperations } from '../../../endpoints/settings/index.ts';
import { defineModule } from '../../../src/core/module.ts';
import { coreSettings } from '../../../src/core/settings/definitions.ts';
import { label } from '../../../src/words/index.ts';

export const settings = defineModule({
  name: 'settings',
  operations: settingOperations,
  tags: { settings: 'Settings of organizations and workspaces' },
  settings: coreSettings,
  panel: {
    menu: [
      {
        label: label('menu:settings'),
        path: '/settings',
        icon: 'marque/client-components#SettingsIcon',
        order: 90,
        component: 'marque/client-components#SettingsLink',
      },
    ],
    views: { settings: { Component: 'marque/rsc#SettingsPage', path: '/settings' } },
  },
});
