import type { ToolApp } from '../../core/tool.ts';
import { reviewScript } from '../../generated/apps.ts';
import { appDocument } from '../../lib/agent-app/document.ts';

/** Proposals as cards, to accept, edit and reject. */
export const reviewApp: ToolApp = {
  uri: 'ui://marque/review',
  title: 'Review',
  html: appDocument('Review', reviewScript),
};
