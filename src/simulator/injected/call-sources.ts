import { SDK_FILE_NAME } from '../../platform/sdk-file-name.js'
import { CALL_NOTICE, type NoticeCall } from '../../rpc/call-notice.js'
import { type AppReport, type CallSourceMessage, REPORT_MARKER } from '../injected-messages.js'

type Place = Pick<AppReport, 'source' | 'line' | 'column'>

const NO_PLACE: Place = { source: null, line: null, column: null }

/** The first place in a stack as browsers describe it, and the first one that is not in the SDK. */
export const placesOf = (
  stack: string | undefined,
): { readonly first: Place; readonly outsideSdk: Place } => {
  const places = [...(stack ?? '').matchAll(/(https?:\/\/[^\s()]+?):(\d+):(\d+)/g)].map(
    ([, source = '', line, column]): Place => ({ source, line: Number(line), column: Number(column) }),
  )
  return {
    first: places[0] ?? NO_PLACE,
    outsideSdk: places.find(({ source }) => !isSdk(source)) ?? NO_PLACE,
  }
}

const isSdk = (source: string | null): boolean =>
  source?.split('?', 1)[0]?.endsWith(`/${SDK_FILE_NAME}`) === true

/** Lets the SDK say where each call is made, and passes that to the page around the app, ahead of the request. */
export const reportCallSources = (app: Window): void => {
  // Kept before the app's own code can replace it.
  const shell = app.parent
  if (shell === app) return
  const post = shell.postMessage.bind(shell)
  const notice: NoticeCall = (id, stack) => {
    const { source, line, column } = placesOf(stack).outsideSdk
    if (source === null || line === null || column === null) return
    const message: CallSourceMessage = { [REPORT_MARKER]: 1, call: id, from: { source, line, column } }
    post(message, '*')
  }
  Reflect.defineProperty(app, CALL_NOTICE, { value: notice })
}
