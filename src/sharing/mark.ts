// The built-in mark for the browser tab: without a picture of its own, a page would request /favicon.ico,
// which may not exist.

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#4f46e5"/><path d="M9.5 22v-11l6.5 7.6 6.5-7.6v11" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** The mark as a data URL, which needs no request. Policies allow it as `img-src data:`. */
export const markAddress = `data:image/svg+xml,${encodeURIComponent(svg)}`;
