// Previews of files that Marque itself doesn't decode, the words inside documents, and what's in archives, scenes and animations.
import { defineModule } from '../../../src/core/module.ts';
import { contentReaders } from '../../../src/media/contents.ts';
import { previewers } from '../../../src/media/previewers.ts';
import { textReaders } from '../../../src/media/text-readers.ts';

export const media = defineModule({
  name: 'media',
  extractors: contentReaders,
  previewers,
  textReaders,
});
