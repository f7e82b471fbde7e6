import { type AppReport, REPORT_MARKER, type ReportMessage } from '../messages.js'

/**
 * Tells the page around the app what goes wrong inside it.
 * @returns how to tell it more
 */
export const watchApp = (app: Window): ((what: AppReport) => void) => {
  // Kept before the app's own code can replace it.
  const shell = app.parent
  const post = shell.postMessage.bind(shell)
  const report = (what: AppReport): void => {
    const message: ReportMessage = { [REPORT_MARKER]: 1, report: what }
    if (shell !== app) post(message, '*')
  }

  app.document.addEventListener('securitypolicyviolation', (event) => {
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
      if (event instanceof ErrorEvent) report(uncaught(event))
      else if (event.target instanceof Element) report(failedFile(event.target))
    },
    true,
  )

  app.addEventListener('unhandledrejection', (event) => {
    const { message, stack } = describe(event.reason)
    report({
      kind: 'rejection',
      message,
      ...placeOf(stack),
      ...(stack === undefined ? {} : { stack }),
    })
  })
  return report
}

/** A frame was made, which a mini app cannot have (2.10). */
export const frameRemoved = (elementName: string): AppReport => ({
  kind: 'violation',
  message: `The sandbox has no frames: <${elementName}> was taken out.`,
  source: null,
  line: null,
  column: null,
  directive: 'frame-src',
  blocked: elementName,
})

const uncaught = (event: ErrorEvent): AppReport => {
  const { stack } = describe(event.error)
  return {
    kind: 'error',
    message: event.message,
    source: event.filename || null,
    line: event.lineno || null,
    column: event.colno || null,
    ...(stack === undefined ? {} : { stack }),
  }
}

const failedFile = (element: Element): AppReport => {
  const url = element.getAttribute('src') ?? element.getAttribute('href') ?? ''
  return {
    kind: 'failed-file',
    message: `<${element.localName}> could not load ${url === '' ? 'its file' : url}.`,
    source: 'src' in element && typeof element.src === 'string' ? element.src : null,
    line: null,
    column: null,
  }
}

const describe = (thrown: unknown): { readonly message: string; readonly stack: string | undefined } => {
  if (thrown instanceof Error) return { message: String(thrown), stack: thrown.stack }
  try {
    return { message: String(thrown), stack: undefined }
  } catch {
    // A thrown object without a text of its own.
    return { message: 'Something was thrown that has no text.', stack: undefined }
  }
}

/** The place in the first line of a stack that names one. */
const placeOf = (stack: string | undefined): Pick<AppReport, 'source' | 'line' | 'column'> => {
  const match = /(https?:\/\/[^\s()]+?):(\d+):(\d+)/.exec(stack ?? '')
  return match === null
    ? { source: null, line: null, column: null }
    : { source: match[1] ?? null, line: Number(match[2]), column: Number(match[3]) }
}
