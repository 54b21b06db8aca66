import type { ToolApp } from '../../core/tool.ts';
import { rulesScript } from '../../generated/apps.ts';
import { appDocument } from '../../lib/agent-app/document.ts';

/** The rules of a brand as swatches, specimens and files. */
export const rulesApp: ToolApp = {
  uri: 'ui://marque/rules',
  title: 'Brand rules',
  html: appDocument('Brand rules', rulesScript),
};
