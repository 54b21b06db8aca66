// Renders an email as plain text and HTML, with the organization's name and color.

/** What an email says. Each module has its texts in `mails.ts`. */
export interface LetterText {
  subject: string;
  /** Plain sentences. */
  paragraphs: readonly string[];
  /** The call to action. */
  action?: { label: string; url: string };
}

export interface Letter extends LetterText {
  /** Whose mail server and branding to use; null: the server's own. See `accountMailer` for emails that give access to an account. */
  organizationId: string | null;
  /** One address. */
  to: string;
}

export interface LetterBranding {
  product: string;
  accent: string;
}

export function asText({ paragraphs, action }: Letter, { product }: LetterBranding): string {
  const parts = [...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), `-- \n${product}`];
  return `${parts.join('\n\n')}\n`;
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',sans-serif";

export function asHtml({ paragraphs, action }: Letter, { product, accent }: LetterBranding): string {
  const text = paragraphs.map(
    (one) => `<p style="margin:0 0 16px;line-height:1.5">${escaped(one).replaceAll('\n', '<br>')}</p>`,
  );
  const button = action
    ? `<p style="margin:24px 0"><a href="${escaped(action.url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:${accent};color:${inkOn(accent)};text-decoration:none;font-weight:600">${escaped(action.label)}</a></p>` +
      `<p style="margin:0 0 16px;font-size:13px;color:#6b7280;word-break:break-all">${escaped(action.url)}</p>`
    : '';
  return (
    `<!doctype html><html><body style="margin:0;padding:24px;background:#f5f5f7;color:#1f2328;font-size:15px;${font}">` +
    `<div style="max-width:560px;margin:0 auto;padding:28px;background:#fff;border-radius:10px;border-top:4px solid ${accent}">` +
    `<p style="margin:0 0 20px;font-weight:700">${escaped(product)}</p>${text.join('')}${button}</div></body></html>\n`
  );
}

/** Black or white, whichever is readable on a color (WCAG 2.2, relative luminance). */
export function inkOn(hex: string): '#000000' | '#ffffff' {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000000' : '#ffffff';
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
