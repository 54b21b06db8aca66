// Share links, to view and to upload.
import { shareOperations } from '../../../endpoints/shares/index.ts';
import { defineModule } from '../../../src/core/module.ts';

export const shares = defineModule({ name: 'shares', operations: shareOperations });
