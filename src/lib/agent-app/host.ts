// The side of an app that talks to the client it is shown in: JSON-RPC 2.0 over postMessage (MCP Apps, 2026-01-26). Runs in a sandboxed frame.

/** What a tool answers. */
export interface ToolResult {
  content: { type: string; text?: string; data?: string; mimeType?: string }[];
  isError?: boolean;
}

interface Message {
  jsonrpc: '2.0';
  id?: number | string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

interface Context {
  theme?: 'light' | 'dark';
  styles?: { variables?: Record<string, string> };
  toolInfo?: { tool: { name: string } };
}

export interface Host {
  /** The tool whose result is shown, if the client says so. */
  tool: string | undefined;
  /** False: the client lets the app show, and nothing else. */
  canCall: boolean;
  /** Calls a tool of the server as the user's agent. @throws Error with what the tool refused */
  call: (name: string, args: Record<string, unknown>) => Promise<{ data: unknown; pictures: string[] }>;
  /** Tells the model what the user did, without an answer from it. */
  tell: (text: string) => Promise<void>;
  /** Says something to the model in the user's name. */
  say: (text: string) => Promise<void>;
}

/** The data in a tool's text, between the marks of its frame; null for a refusal without one. */
export function dataOf({ content }: ToolResult): unknown {
  const text = content.find(({ type }) => type === 'text')?.text ?? '';
  const framed = /<data>\n([\s\S]*)\n<\/data>$/.exec(text)?.[1];
  return framed === undefined ? null : (JSON.parse(framed) as unknown);
}

const picturesOf = ({ content }: ToolResult): string[] =>
  content.flatMap(({ type, mimeType, data }) =>
    type === 'image' ? [`data:${mimeType ?? ''};base64,${data ?? ''}`] : [],
  );

function wear({ theme, styles }: Context): void {
  const root = document.documentElement;
  if (theme) root.style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (name.startsWith('--')) root.style.setProperty(name, value);
}

/** Requests to the client, and what it sends. */
class Line {
  readonly #waiting = new Map<number, (message: Message) => void>();
  #next = 0;

  constructor(readonly heard: (method: string, params: unknown) => void) {
    window.addEventListener('message', ({ source, data }: MessageEvent<Message>) => {
      if (source !== window.parent || data?.jsonrpc !== '2.0') return;
      const { id, method, params } = data;
      if (method === undefined) {
        this.#waiting.get(Number(id))?.(data);
        this.#waiting.delete(Number(id));
        return;
      }
      // A request, such as the notice before the frame is removed: there is nothing to keep.
      if (id !== undefined) this.#post({ jsonrpc: '2.0', id, result: {} });
      this.heard(method, params);
    });
  }

  #post(message: Message): void {
    window.parent.postMessage(message, '*');
  }

  notify(method: string, params: unknown = {}): void {
    this.#post({ jsonrpc: '2.0', method, params });
  }

  async ask(method: string, params: unknown): Promise<unknown> {
    const id = (this.#next += 1);
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.#post({ jsonrpc: '2.0', id, method, params });
    const { result, error } = await answered;
    if (error) throw new Error(error.message);
    return result;
  }
}

interface Initialized {
  hostCapabilities?: { serverTools?: object; updateModelContext?: object; message?: object };
  hostContext?: Context;
}

function hostOn(line: Line, { hostCapabilities = {}, hostContext = {} }: Initialized): Host {
  const text = (said: string) => [{ type: 'text', text: said }];
  return {
    tool: hostContext.toolInfo?.tool.name,
    canCall: hostCapabilities.serverTools !== undefined,
    call: async (name, args) => {
      const result = (await line.ask('tools/call', { name, arguments: args })) as ToolResult;
      const data = dataOf(result);
      if (!result.isError) return { data, pictures: picturesOf(result) };
      const { error } = data as { error?: { message: string } };
      throw new Error(error?.message ?? 'It was refused.');
    },
    tell: async (said) => {
      if (hostCapabilities.updateModelContext)
        await line.ask('ui/update-model-context', { content: text(said) });
    },
    say: async (said) => {
      if (hostCapabilities.message) await line.ask('ui/message', { role: 'user', content: text(said) });
    },
  };
}

/**
 * Connects the app.
 * @param show draws a tool's result; called for each that arrives
 */
export async function connect(
  name: string,
  show: (host: Host, data: unknown, pictures: readonly string[]) => void,
): Promise<void> {
  let host: Host | null = null;
  const early: ToolResult[] = [];
  const draw = (result: ToolResult): void => {
    if (host) show(host, dataOf(result), picturesOf(result));
    else early.push(result);
  };
  const line = new Line((method, params) => {
    if (method === 'ui/notifications/tool-result') draw(params as ToolResult);
    if (method === 'ui/notifications/host-context-changed') wear(params as Context);
  });
  const initialized = (await line.ask('ui/initialize', {
    protocolVersion: '2026-01-26',
    appInfo: { name, version: '1' },
    appCapabilities: {},
  })) as Initialized;
  wear(initialized.hostContext ?? {});
  host = hostOn(line, initialized);
  line.notify('ui/notifications/initialized');
  early.forEach(draw);
  new ResizeObserver(() => {
    const { scrollHeight: height } = document.documentElement;
    line.notify('ui/notifications/size-changed', { height });
  }).observe(document.body);
}
