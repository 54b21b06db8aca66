// Uploads to a disk whose process is killed in the last step.
import { describeKilledUploads } from './killed-upload.ts';

describeKilledUploads('disk', async () => ({}));
