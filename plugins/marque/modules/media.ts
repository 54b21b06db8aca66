// Previews of files that Marque itself doesn't decode, and the words inside documents.
import { defineModule } from '../../../src/core/module.ts';
import { previewers } from '../../../src/media/previewers.ts';
import { textReaders } from '../../../src/media/text-readers.ts';

export const media = defineModule({ name: 'media', previewers, textReaders });
