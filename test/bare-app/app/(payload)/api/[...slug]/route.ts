// Payload's REST routes, as its template has them.
import config from '@payload-config';
import '@payloadcms/next/css';
import * as routes from '@payloadcms/next/routes';

export const GET = routes.REST_GET(config);
export const POST = routes.REST_POST(config);
export const DELETE = routes.REST_DELETE(config);
export const PATCH = routes.REST_PATCH(config);
export const PUT = routes.REST_PUT(config);
export const OPTIONS = routes.REST_OPTIONS(config);
