// Uploads whose process is killed in the last step, on a disk.
import { describeKilledUploads } from './killed-upload.ts';

describeKilledUploads('disk', async () => ({}));
