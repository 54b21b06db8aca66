import type { AnyOperation } from '../../../src/core/operation.ts';
import { createUpload } from './create-upload.ts';
import { sendUpload } from './send-upload.ts';
import { getUpload } from './get-upload.ts';
import { appendUpload } from './append-upload.ts';

export const uploadOperations: readonly AnyOperation[] = [createUpload, sendUpload, getUpload, appendUpload];
