// The lines of a rule file.

export interface Problem {
  line: number;
  /** A sentence that starts in lower case: it follows the file and the line. */
  message: string;
}

export interface Line {
  line: number;
  content: string;
}

/** Lines with something on them, by number, without the space around it. Those that start with # are comments. */
export const linesOf = (text: string): Line[] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((content, at) => ({ line: at + 1, content: content.trim() }))
    .filter(({ content }) => content !== '' && !content.startsWith('#'));
