// c2pa-rs, the reference implementation of C2PA, as WebAssembly. In the child process only: it loads whole files into memory and may take long.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initSync } from '@contentauth/c2pa-wasm';

const require = createRequire(import.meta.url);
initSync({ module: readFileSync(require.resolve('@contentauth/c2pa-wasm/c2pa.wasm')) });

// A file can contain a URL of its manifest. It's never fetched.
globalThis.fetch = () => Promise.reject(new Error('no network'));

export { WasmBuilder, WasmReader } from '@contentauth/c2pa-wasm';
