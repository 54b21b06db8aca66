// The document of an app: what a client of MCP shows beside a tool's result (MCP Apps, 2026-01-26). One file without a network: style and
// script are in it.
import { style } from './style.ts';

export const appMime = 'text/html;profile=mcp-app';

/** @param script as `npm run generate` bundles it */
export function appDocument(title: string, script: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main id="app" aria-live="polite"></main>
<script>${script.replaceAll('</', String.raw`<\/`)}</script>
</body>
</html>
`;
}
