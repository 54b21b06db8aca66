// Payload's REST routes, with Marque's operations among them (src/core/transports/payload.ts).
import config from '@payload-config';
import '@payloadcms/next/css';
import {
  REST_DELETE,
  REST_GET,
  REST_OPTIONS,
  REST_PATCH,
  REST_POST,
  REST_PUT,
} from '@payloadcms/next/routes';
import { withCheckedBody } from '../../../../core/transports/payload-rest.ts';

export const GET = REST_GET(config);
export const POST = withCheckedBody(REST_POST(config));
export const DELETE = withCheckedBody(REST_DELETE(config));
export const PATCH = withCheckedBody(REST_PATCH(config));
export const PUT = withCheckedBody(REST_PUT(config));
export const OPTIONS = REST_OPTIONS(config);
