import type { AnyOperation } from '../../src/core/operation.ts';
import { createShare } from './create-share.ts';
import { listShares } from './list-shares.ts';
import { deleteShare } from './delete-share.ts';
import { getShare } from './get-share.ts';
import { getShareDownload } from './get-share-download.ts';
import { getSharePreview } from './get-share-preview.ts';
import { getShared } from './get-shared.ts';
import { sendSharedFile } from './send-shared-file.ts';
import { getSharePage } from './get-share-page.ts';
import { sendSharePage } from './send-share-page.ts';
import { updateShare } from './update-share.ts';
import { sendReviewVisitor } from './send-review-visitor.ts';
import { sendReviewComment } from './send-review-comment.ts';
import { sendReviewChange } from './send-review-change.ts';

export const shareOperations: readonly AnyOperation[] = [
  createShare,
  listShares,
  getShare,
  updateShare,
  deleteShare,
  getSharePreview,
  getShared,
  sendSharedFile,
  getSharePage,
  getShareDownload,
  sendSharePage,
  sendReviewVisitor,
  sendReviewComment,
  sendReviewChange,
];
