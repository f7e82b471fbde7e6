import { CALL_NOTICE, type NoticeCall } from '../../rpc/call-notice.js'
import { type CallSourceMessage, REPORT_MARKER } from '../injected-messages.js'
import { placesOf } from './stack-places.js'

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
