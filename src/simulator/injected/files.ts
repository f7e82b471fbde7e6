import type { AppReport } from '../injected-messages.js'

/** What the app tried. The server knows the alternative. */
export type DeniedFile = 'file-input' | 'dropped-file' | 'pasted-file' | 'clipboard'

/**
 * Denies file inputs, dropped and pasted files, and the clipboard: they do not work in a mini app (2.10), but no header
 * denies them, so they would work here. Drag and drop within the app and pasted text still work.
 * @param onDenied called with what was tried
 */
export const denyFiles = (app: Window & typeof globalThis, onDenied: (what: DeniedFile) => void): void => {
  const denyInput = (event: Event): void => {
    event.preventDefault()
    onDenied('file-input')
  }
  // In the capturing phase, before the app's own listeners. A click on a label causes a second one on its input.
  app.addEventListener(
    'click',
    (event) => {
      const [target] = event.composedPath()
      if (isFileInput(app, target)) denyInput(event)
    },
    true,
  )
  const { click } = app.HTMLElement.prototype
  replace(app.HTMLElement.prototype, 'click', function (this: HTMLElement) {
    // A click on an input outside the document does not reach the window.
    if (isFileInput(app, this) && !this.isConnected) {
      this.addEventListener('click', denyInput, { once: true })
      click.call(this)
      this.removeEventListener('click', denyInput)
    } else click.call(this)
  })
  const { showPicker } = app.HTMLInputElement.prototype
  if (typeof showPicker === 'function')
    replace(app.HTMLInputElement.prototype, 'showPicker', function (this: HTMLInputElement) {
      if (!isFileInput(app, this)) return showPicker.call(this)
      onDenied('file-input')
      throw new app.DOMException('File inputs do not work in a mini app.', 'SecurityError')
    })

  // After the app's own listeners: if none of them handles the files, the browser would open them instead of the page.
  app.addEventListener('dragover', (event) => {
    if (event.defaultPrevented || !holdsFiles(event.dataTransfer)) return
    event.preventDefault()
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none'
  })
  app.addEventListener(
    'drop',
    (event) => {
      if (!holdsFiles(event.dataTransfer)) return
      event.stopImmediatePropagation()
      event.preventDefault()
      onDenied('dropped-file')
    },
    true,
  )
  app.addEventListener(
    'paste',
    (event) => {
      if (!holdsFiles(event.clipboardData)) return
      event.stopImmediatePropagation()
      // Text copied from a table or a page also has a picture. The text is still pasted.
      if (event.clipboardData?.types.includes('text/plain') === true) return
      event.preventDefault()
      onDenied('pasted-file')
    },
    true,
  )
  const { execCommand } = app.Document.prototype
  replace(
    app.Document.prototype,
    'execCommand',
    function (this: Document, ...given: [string, boolean?, string?]) {
      if (!/^(copy|cut|paste)$/i.test(String(given[0]))) return execCommand.apply(this, given)
      onDenied('clipboard')
      return false
    },
  )
}

/** The report for the log. */
export const fileDenied = (what: DeniedFile): AppReport => ({
  // An app that copies in this way learns that it failed, and may work without it.
  kind: what === 'clipboard' ? 'console' : 'violation',
  message: MESSAGES[what],
  source: null,
  line: null,
  column: null,
  directive: what,
})

const MESSAGES: Readonly<Record<DeniedFile, string>> = {
  'file-input': 'The sandbox does not open file inputs.',
  'dropped-file': 'The sandbox does not accept dropped files.',
  'pasted-file': 'The sandbox does not accept pasted files.',
  clipboard: 'The sandbox has no clipboard: `document.execCommand()` did not copy, cut or paste (2.10).',
}

const isFileInput = (app: Window & typeof globalThis, target: unknown): target is HTMLInputElement =>
  target instanceof app.HTMLInputElement && target.type === 'file'

const holdsFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') === true

/** Replaces a method of a browser object with the same property attributes. */
const replace = (owner: object, name: string, value: unknown): void => {
  Object.defineProperty(owner, name, { value, configurable: true, writable: true, enumerable: true })
}
