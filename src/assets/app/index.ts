import type { ToolApp } from '../../core/tool.ts';
import { assetsScript } from '../../generated/apps.ts';
import { appDocument } from '../../lib/agent-app/document.ts';

/** What a search found, to choose from. */
export const assetsApp: ToolApp = {
  uri: 'ui://marque/assets',
  title: 'Assets',
  html: appDocument('Assets', assetsScript),
};
