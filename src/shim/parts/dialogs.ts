import { say } from './log.js'
import { isSandboxed, replaceMethod } from './sandbox.js'

/** What answers dialogs where nobody can. */
export interface DialogAnswers {
  readonly confirm: () => boolean
  /**
   * @param text what is in the field already
   * @returns null where a script would ask for ever
   */
  readonly prompt: (text: string) => string | null
  /** What comes next is asked for the first time. */
  readonly restart: () => void
}

/**
 * As if a person pressed OK. A script that asks again immediately, such as `while (!name) name = prompt('Name?')`, waits for another
 * answer: it would hang with the same one.
 */
export const dialogAnswers = (): DialogAnswers => {
  let confirmed = 0
  let prompted = 0
  return {
    confirm: () => ++confirmed % 2 === 1,
    prompt: (text) => {
      if (++prompted > MAX_PROMPTS) return null
      return (prompted === 1 ? text : OTHER_ANSWERS[(prompted - 2) % OTHER_ANSWERS.length]) ?? ''
    },
    restart: () => {
      confirmed = 0
      prompted = 0
    },
  }
}

const MAX_PROMPTS = 100
const OTHER_ANSWERS = ['Player', '1', 'yes', 'a', '']

/*! alert, confirm, prompt and print write to the log. confirm and prompt answer as if OK was pressed. */
export const shimDialogs = (): void => {
  if (!isSandboxed()) return
  const answers = dialogAnswers()
  let isAsked = false
  const dialog = (name: string, answer: (given: unknown) => unknown): void =>
    replaceMethod(window, name, (...[text, given]: unknown[]): unknown => {
      say(text === undefined ? `${name}()` : `${name}: ${text}`)
      // Nothing else runs before the script has had its answers.
      if (!isAsked)
        setTimeout(() => {
          isAsked = false
          answers.restart()
        })
      isAsked = true
      return answer(given)
    })
  dialog('alert', () => undefined)
  dialog('confirm', () => answers.confirm())
  dialog('prompt', (given) => {
    const text = answers.prompt(given === undefined ? '' : String(given))
    if (text !== null) return text
    throw new Error(`prompt() was called ${MAX_PROMPTS} times in a row, and no answer was the right one`)
  })
  dialog('print', () => undefined)
}
