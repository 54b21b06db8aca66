// The script of an upload page: several files, one after the other, each with its progress. Without it, the form sends one.

const lost = 'The connection was lost. Try again.';

/** @returns what went wrong; null: it was received */
function send(address: string, body: FormData, onProgress: (share: number) => void): Promise<string | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.setRequestHeader('accept', 'application/json');
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener('error', () => resolve(lost));
    request.addEventListener('load', () => {
      const { status } = request;
      resolve(status >= 200 && status < 300 ? null : messageIn(request.responseText));
    });
    request.send(body);
  });
}

function messageIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as {
      error?: { message?: string; detail?: { issues?: { message: string }[] } };
    };
    const issues = error?.detail?.issues ?? [];
    return issues.length > 0 ? issues.map(({ message }) => message).join(' ') : (error?.message ?? lost);
  } catch {
    return lost;
  }
}

/** A file in the list, with how far it is. */
function rowOf(list: HTMLElement, file: File) {
  const row = document.createElement('li');
  const name = document.createElement('span');
  const state = document.createElement('span');
  const bar = document.createElement('progress');
  name.textContent = file.name;
  state.textContent = 'Waiting';
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute('aria-label', file.name);
  row.append(name, state, bar);
  list.append(row);
  return {
    progress: (share: number): void => {
      bar.value = share;
      state.textContent = share < 1 ? `${Math.floor(share * 100)}%` : 'Checking';
    },
    done: (): void => {
      bar.remove();
      state.textContent = 'Uploaded';
    },
    failed: (message: string): void => {
      bar.remove();
      state.textContent = 'Not uploaded';
      const why = document.createElement('span');
      why.className = 'failed';
      why.textContent = message;
      row.append(why);
    },
  };
}

const countOf = (count: number): string => (count === 1 ? 'One file was' : `${count} files were`);

class Uploads {
  #busy = false;
  readonly #input: HTMLInputElement;
  readonly #button: HTMLButtonElement;
  readonly #list: HTMLElement;
  readonly #status: HTMLElement;

  constructor(
    readonly form: HTMLFormElement,
    readonly address: string,
  ) {
    const find = <T extends Element>(selector: string): T => form.querySelector(selector) as T;
    this.#input = find('input[type=file]');
    this.#button = find('button');
    this.#list = find('.sending');
    this.#status = find('.sent');
    this.#input.multiple = true;
    const [label] = this.#input.labels ?? [];
    if (label) label.textContent = 'Files';
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!this.#busy) void this.#sendAll([...(this.#input.files ?? [])]);
    });
    addEventListener('beforeunload', (event) => {
      if (this.#busy) event.preventDefault();
    });
  }

  #bodyOf(file: File): FormData {
    const body = new FormData();
    for (const [name, value] of new FormData(this.form))
      if (typeof value === 'string') body.append(name, value);
    body.append('file', file, file.name);
    return body;
  }

  async #sendAll(files: readonly File[]): Promise<void> {
    this.#busy = true;
    this.#button.disabled = true;
    this.#list.hidden = false;
    this.#list.replaceChildren();
    this.form.querySelector('[role=alert]')?.remove();
    const failed: File[] = [];
    const rows = files.map((file) => ({ file, row: rowOf(this.#list, file) }));
    for (const [index, { file, row }] of rows.entries()) {
      this.#status.textContent = `Uploading ${index + 1} of ${files.length}`;
      const wrong = await send(this.address, this.#bodyOf(file), row.progress);
      if (wrong === null) row.done();
      else {
        failed.push(file);
        row.failed(wrong);
      }
    }
    this.#busy = false;
    this.#button.disabled = false;
    this.#finish(files.length - failed.length, failed);
  }

  /** Those that failed stay chosen, so that the button tries them again. */
  #finish(sent: number, failed: readonly File[]): void {
    const left = new DataTransfer();
    for (const file of failed) left.items.add(file);
    this.#input.files = left.files;
    this.#button.textContent = failed.length > 0 ? 'Try again' : 'Upload';
    const thanks = sent > 0 ? `Thank you. ${countOf(sent)} uploaded and will be reviewed.` : '';
    const missed = failed.length > 0 ? `${countOf(failed.length)} not uploaded.` : '';
    this.#status.textContent = [thanks, missed].filter(Boolean).join(' ');
    if (failed.length === 0) {
      const note = this.form.elements.namedItem('note');
      if (note instanceof HTMLTextAreaElement) note.value = '';
    }
  }
}

const form = document.querySelector<HTMLFormElement>('form[data-upload]');
const limit = document.querySelector<HTMLElement>('[data-limit]');
if (form?.dataset.upload) new Uploads(form, form.dataset.upload);
if (form?.dataset.upload && limit)
  limit.textContent = (limit.textContent ?? '').replace('One file at a time, up to', 'Each up to');
