// importMap.js is copied here when the app is built (test/core/transports/bare-app.ts).
import type { ImportMap } from 'payload';

export declare const importMap: ImportMap;
