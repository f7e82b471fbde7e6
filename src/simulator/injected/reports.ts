import { type AppReport, MUTED_CROSSORIGIN, REPORT_MARKER, type ReportMessage } from '../injected-messages.js'
import { placesOf } from './call-sources.js'

/**
 * Reports what goes wrong inside the app to the page around it.
 * @returns a function for further reports
 */
export const watchApp = (app: Window): ((what: AppReport) => void) => {
  // Stored before the app's own code can replace it.
  const shell = app.parent
  const post = shell.postMessage.bind(shell)
  const report = (what: AppReport): void => {
    const message: ReportMessage = { [REPORT_MARKER]: 1, report: what }
    if (shell !== app) post(message, '*')
  }

  const { document } = app
  /** Whether the app would not see a script's errors because its page loads it without CORS. */
  const isMuted = (url: string): boolean => {
    for (const script of document.querySelectorAll<HTMLScriptElement>(
      `script[crossorigin="${MUTED_CROSSORIGIN}"]:not([type="module" i])`,
    ))
      if (script.src === url) return true
    return false
  }
  let muted: Event | null = null
  /** Dispatches only what the app would see of such an error. */
  const dispatchMuted = (event: ErrorEvent): void => {
    event.stopImmediatePropagation()
    muted = new ErrorEvent('error', {
      message: 'Script error.',
      error: null,
      cancelable: true,
    })
    if (!app.dispatchEvent(muted)) event.preventDefault()
  }

  document.addEventListener('securitypolicyviolation', (event) => {
    // `frameRemoved` reports every frame.
    if (event.effectiveDirective === 'frame-src') return
    report({
      kind: 'violation',
      message: `The sandbox blocked ${event.blockedURI || 'something'} (${event.effectiveDirective}).`,
      source: event.sourceFile ?? null,
      line: event.lineNumber || null,
      column: event.columnNumber || null,
      directive: event.effectiveDirective,
      blocked: event.blockedURI,
    })
  })

  // In the capturing phase, so that failed files are seen too: their error events do not bubble.
  app.addEventListener(
    'error',
    (event: Event) => {
      if (event === muted) return
      if (event instanceof ErrorEvent) {
        report(uncaught(event))
        if (isMuted(event.filename)) dispatchMuted(event)
      } else if (event.target instanceof Element && namesFile(event.target)) report(failedFile(event.target))
    },
    true,
  )

  app.addEventListener('unhandledrejection', (event) => {
    const { message, stack } = describe(event.reason)
    const { first, outsideSdk } = placesOf(stack)
    // On the service, the app gets no event for it.
    if (first.source !== null && isMuted(first.source)) event.stopImmediatePropagation()
    report({
      kind: 'rejection',
      message,
      ...(outsideSdk.source === null ? first : outsideSdk),
      ...(stack === undefined ? {} : { stack }),
    })
  })
  return report
}

/** The report of a removed frame, which a mini app cannot have (2.10). */
export const frameRemoved = (elementName: string, address: string | null): AppReport => ({
  kind: 'violation',
  message: `The sandbox does not allow frames: <${elementName}>${address === null || address === '' ? '' : ` of ${shortened(address)}`} was removed.`,
  source: null,
  line: null,
  column: null,
  directive: 'frame-src',
  blocked: elementName,
})

const uncaught = (event: ErrorEvent): AppReport => {
  const { message, stack } = describe(event.error)
  return {
    kind: 'error',
    message: BARE_MESSAGES.get(event.message)?.(message) ?? event.message,
    source: event.filename || null,
    line: event.lineno || null,
    column: event.colno || null,
    ...(stack === undefined ? {} : { stack }),
  }
}

/** What browsers say of some errors, and what is better said. @param thrown the text of what was thrown */
const BARE_MESSAGES: ReadonlyMap<string, (thrown: string) => string> = new Map([
  // Chromium has no more to say if a module throws a DOMException while it is evaluated, not even where.
  ['Uncaught ', (thrown: string) => `Uncaught ${thrown}`],
  // Firefox has neither a name nor a message for what it throws where it blocks a form.
  [': ', () => 'The browser threw an error without a message.'],
])

/**
 * An element with an empty address fails too, and loads nothing anywhere: `<img src="">` waits for its picture. What a `<style>`
 * imports is reported as blocked, or as missing.
 */
const namesFile = (element: Element): boolean =>
  element.getAttribute('src') !== '' && element.localName !== 'style'

const failedFile = (element: Element): AppReport => {
  const url =
    ['src', 'href', 'xlink:href'].map((name) => element.getAttribute(name)).find((value) => value !== null) ??
    ''
  return {
    kind: 'failed-file',
    message: `<${element.localName}> could not load ${url === '' ? 'its file' : shortened(url)}.`,
    source: resolved(element),
    line: null,
    column: null,
    ...(url === '' || url.length > LONGEST_SHOWN ? {} : { blocked: url }),
  }
}

/** In UTF-16 units. */
const LONGEST_SHOWN = 100

/** A data: URL may contain a whole picture. */
const shortened = (url: string): string =>
  url.length > LONGEST_SHOWN ? `${url.slice(0, LONGEST_SHOWN)}…` : url

/** The full URL that an element should have loaded, if it has one. */
const resolved = (element: Element): string | null => {
  for (const name of ['src', 'href']) {
    const url: unknown = Reflect.get(element, name)
    if (typeof url === 'string' && url !== '') return url
  }
  return null
}

const describe = (thrown: unknown): { readonly message: string; readonly stack: string | undefined } => {
  if (thrown instanceof Error) return { message: String(thrown), stack: thrown.stack }
  try {
    return { message: String(thrown), stack: undefined }
  } catch {
    // A thrown object that cannot be converted to a string.
    return { message: 'A value was thrown that has no text.', stack: undefined }
  }
}
