import { say } from './log.js'
import { isSandboxed, replaceMethod } from './sandbox.js'

/*! alert, confirm, prompt and print write to the log. confirm answers true, prompt null. */
export const shimDialogs = (): void => {
  if (!isSandboxed()) return
  const dialog = (name: string, answer: unknown): void =>
    replaceMethod(window, name, (...[text]: unknown[]): unknown => {
      say(text === undefined ? `${name}()` : `${name}: ${text}`)
      return answer
    })
  dialog('alert', undefined)
  dialog('confirm', true)
  dialog('prompt', null)
  dialog('print', undefined)
}
