// `marque/client`: Marque's API for programs and pages, typed from its operations. Imports nothing of the server.
export { createClient, type ClientOptions, type MarqueClient } from './client.ts';
export { MarqueError, orThrow, type ErrorCode } from './errors.ts';
export type { Changes, ChangesOptions, ItemOf, ListPath } from './lists.ts';
export { transformOf, type RenditionOptions } from './renditions.ts';
export type { RetryOptions } from './retry.ts';
export type { FileLike, Uploaded, UploadOptions, UploadTicket } from './upload.ts';
export {
  InvalidWebhook,
  verifyWebhook,
  type Schema,
  type SignedRequest,
  type WebhookEvent,
} from './webhook.ts';
export type { components, operations, paths } from '../generated/client.ts';
