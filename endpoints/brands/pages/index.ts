import type { AnyOperation } from '../../../src/core/operation.ts';
import { listTemplates } from './list-templates.ts';
import { listPages } from './list-pages.ts';
import { createFirstPages } from './create-first-pages.ts';
import { getPage } from './get-page.ts';
import { listPageLinks } from './list-page-links.ts';
import { previewPage } from './preview-page.ts';
import { getPageHtml } from './get-page-html.ts';
import { savePage } from './save-page.ts';
import { editPage } from './edit-page.ts';
import { deletePage } from './delete-page.ts';

export const pageOperations: readonly AnyOperation[] = [
  listTemplates,
  listPages,
  createFirstPages,
  getPage,
  listPageLinks,
  previewPage,
  getPageHtml,
  savePage,
  editPage,
  deletePage,
];
