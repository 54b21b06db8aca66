// Previews of files that Marque itself doesn't decode.
import { defineModule } from '../../../src/core/module.ts';
import { previewers } from '../../../src/media/previewers.ts';

export const media = defineModule({ name: 'media', previewers });
