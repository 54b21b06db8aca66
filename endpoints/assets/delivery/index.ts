import type { AnyOperation } from '../../../src/core/operation.ts';
import { downloadAssets } from './download-assets.ts';
import { getRenditionUrl } from './get-rendition-url.ts';
import { getTransforms } from './get-transforms.ts';
import { createSignedUrl } from './create-signed-url.ts';
import { getAssetContent } from './get-asset-content.ts';
import { getAssetContentRendition } from './get-asset-content-rendition.ts';
import { getAssetClip } from './get-asset-clip.ts';
import { getAssetStrip } from './get-asset-strip.ts';
import { getAssetTraffic } from './get-asset-traffic.ts';
import { getAssetWebVideo } from './get-asset-web-video.ts';
import { deliverOriginal } from './deliver-original.ts';
import { deliverRendition } from './deliver-rendition.ts';
import { deliverCurrent } from './deliver-current.ts';
import { deliverCurrentRendition } from './deliver-current-rendition.ts';

export const deliveryOperations: readonly AnyOperation[] = [
  downloadAssets,
  getRenditionUrl,
  getTransforms,
  createSignedUrl,
  getAssetContent,
  getAssetContentRendition,
  getAssetClip,
  getAssetStrip,
  getAssetTraffic,
  getAssetWebVideo,
  deliverOriginal,
  deliverRendition,
  deliverCurrent,
  deliverCurrentRendition,
];
