import type { AppReport } from '../messages.js'

/** What was tried; the server knows what to do instead. */
export type DeniedFile = 'file-input' | 'dropped-file' | 'pasted-file' | 'clipboard'

/**
 * File inputs, dropped and pasted files, and the clipboard do not work in a mini app (2.10), and no header denies them:
 * here they would, and only here. What the app drags within itself and the texts that a person pastes stay as they are.
 * @param onDenied told what was tried
 */
export const denyFiles = (app: Window & typeof globalThis, onDenied: (what: DeniedFile) => void): void => {
  const denyInput = (event: Event): void => {
    event.preventDefault()
    onDenied('file-input')
  }
  // In the capturing phase, whatever the app's own listeners make of the click; a label's comes by here once more.
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
    // The click on an input that is in no page comes by no window.
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

  // Behind the app's own listeners: where none of them takes the files, the browser would open them in place of the page.
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
      // Copied from a table or a page, text comes with its picture: the text is pasted all the same.
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

/** What the log says of it. */
export const fileDenied = (what: DeniedFile): AppReport => ({
  // Whoever copies so is told that it failed, and may go on well without.
  kind: what === 'clipboard' ? 'console' : 'violation',
  message: MESSAGES[what],
  source: null,
  line: null,
  column: null,
  directive: what,
})

const MESSAGES: Readonly<Record<DeniedFile, string>> = {
  'file-input': 'The sandbox opens no file input.',
  'dropped-file': 'The sandbox takes no files that are dropped.',
  'pasted-file': 'The sandbox takes no files that are pasted.',
  clipboard: 'The sandbox has no clipboard: document.execCommand() copied, cut or pasted nothing (2.10).',
}

const isFileInput = (app: Window & typeof globalThis, target: unknown): target is HTMLInputElement =>
  target instanceof app.HTMLInputElement && target.type === 'file'

const holdsFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') === true

/** Replaces a method of the platform's objects, as visible as it was. */
const replace = (owner: object, name: string, value: unknown): void => {
  Object.defineProperty(owner, name, { value, configurable: true, writable: true, enumerable: true })
}
