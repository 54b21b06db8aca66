// cspell:words oncalltool onupdatemodelcontext onsizechange oninitialized
// A client that shows apps, in a browser page: the extension's own bridge, and a frame without rights.
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';
import type { CallToolResult } from '@modelcontextprotocol/client';

interface Shown {
  tool: string;
  html: string;
  result: CallToolResult;
  theme: 'light' | 'dark';
}

declare global {
  interface Window {
    callTool: (name: string, args: Record<string, unknown>) => Promise<CallToolResult>;
    /** What the app said to the model, as the user or beside them. */
    said: string[];
    height: number;
    showApp: (shown: Shown) => Promise<void>;
  }
}

const textIn = (content: readonly { type: string; text?: string }[] = []): string =>
  content.map(({ text = '' }) => text).join('\n');

window.showApp = async ({ tool, html, result, theme }) => {
  window.said = [];
  document.querySelector('iframe')?.remove();
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.style.cssText = 'width: 100%; border: 0; height: 900px';
  document.body.append(frame);
  const inside = frame.contentWindow;
  if (!inside) throw new Error('The frame has no window.');
  const bridge = new AppBridge(
    null,
    { name: 'Test host', version: '1' },
    { serverTools: {}, updateModelContext: { text: {} }, message: { text: {} } },
    { hostContext: { theme, toolInfo: { tool: { name: tool, inputSchema: { type: 'object' } } } } },
  );
  bridge.oncalltool = ({ name, arguments: args }) => window.callTool(name, args ?? {});
  bridge.onmessage = async ({ content }) => {
    window.said.push(`user: ${textIn(content)}`);
    return {};
  };
  bridge.onupdatemodelcontext = async ({ content }) => {
    window.said.push(textIn(content));
    return {};
  };
  bridge.onsizechange = ({ height = 0 }) => {
    window.height = height;
  };
  const ready = new Promise<void>((resolve) => {
    bridge.oninitialized = () => resolve();
  });
  await bridge.connect(new PostMessageTransport(inside, inside));
  const policy = `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:`;
  frame.srcdoc = html.replace(
    '<head>',
    `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
  await ready;
  await bridge.sendToolInput({ arguments: {} });
  await bridge.sendToolResult(result);
};
