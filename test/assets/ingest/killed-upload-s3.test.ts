// Uploads to a bucket whose process is killed in the last step.
import { afterAll } from '@jest/globals';
import { startS3Server, type S3Server } from '../../core/storage/s3-server.ts';
import { describeKilledUploads } from './killed-upload.ts';

let s3: S3Server | undefined;

afterAll(async () => {
  await s3?.close();
  for (const name of Object.keys(process.env))
    if (name.startsWith('S3_')) Reflect.deleteProperty(process.env, name);
});

describeKilledUploads('S3', async () => {
  s3 = await startS3Server();
  return {
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: 'test',
    S3_SECRET_ACCESS_KEY: 'test-secret',
  };
});
