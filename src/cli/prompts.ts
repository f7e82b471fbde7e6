import { TextPrompt } from '@clack/core'
import { cancel, confirm, intro, isCancel, S_BAR, S_BAR_END, select, symbol } from '@clack/prompts'
import { Failure } from '../failure.js'
import type { CommandContext } from './context.js'

/**
 * Questions on a terminal. They are drawn on stderr, since stdout carries only results; call them only if
 * `context.interactive` is true. Ctrl-C, Escape and an interruption all cancel a question.
 */
export interface Prompts {
  /** Sets the title of the command that asks. It is printed before the first question. */
  readonly begin: (title: string) => void
  /**
   * Asks for a line of text and validates it while the user types.
   * @param question.flaw what is wrong with a text, as a sentence, or undefined; an empty answer means
   *   `fallback`
   * @throws {Failure} `interrupted`
   */
  readonly text: (question: {
    readonly message: string
    /** The value of an empty answer; shown dimmed until something is typed. */
    readonly fallback: string
    readonly flaw: (text: string) => string | undefined
  }) => Promise<string>
  /**
   * Asks the user to choose one option.
   * @throws {Failure} `interrupted`
   */
  readonly choice: <Value extends string>(question: {
    readonly message: string
    readonly options: readonly { readonly value: Value; readonly label: string; readonly hint: string }[]
  }) => Promise<Value>
  /**
   * Asks a question to answer with yes, which is the default, or no.
   * @throws {Failure} `interrupted`
   */
  readonly confirm: (message: string) => Promise<boolean>
}

export const createPrompts = (
  context: Pick<CommandContext, 'noteStyles' | 'interrupted' | 'stdin'>,
  terminal: NodeJS.WriteStream = process.stderr,
): Prompts => {
  const { noteStyles: styles, interrupted: signal, stdin: input } = context
  const output = styles.red('') === '' ? withoutColour(terminal) : terminal
  const common = { input, output, signal }
  let titled: string | null = null
  const ask = (): void => {
    if (titled !== null) intro(titled, common)
    titled = null
  }
  const interrupt = (): never => {
    cancel('Cancelled.', common)
    throw new Failure('interrupted', 'Interrupted.')
  }
  return {
    begin: (title) => {
      titled = title
    },
    text: async ({ message, fallback, flaw }) => {
      ask()
      const judge = (typed: string): string | undefined => (typed === '' ? undefined : flaw(typed))
      const bar = styles.dim(S_BAR)
      const answer = await new TextPrompt({
        ...common,
        defaultValue: fallback,
        validate: (typed) => judge(typed ?? ''),
        render() {
          const head = `${bar}\n${symbol(this.state)}  ${message}`
          if (this.state === 'submit') return `${head}\n${bar}  ${styles.dim(this.value ?? '')}`
          if (this.state === 'cancel') return `${head}\n${bar}`
          const line = this.userInput === '' ? styles.dim(fallback) : this.userInputWithCursor
          const wrong = judge(this.userInput)
          const colour = wrong === undefined ? styles.cyan : styles.yellow
          const foot = wrong === undefined ? '' : `  ${styles.yellow(wrong)}`
          return `${head}\n${colour(S_BAR)}  ${line}\n${colour(S_BAR_END)}${foot}\n`
        },
      }).prompt()
      return isCancel(answer) || answer === undefined ? interrupt() : answer
    },
    choice: async ({ message, options }) => {
      ask()
      const answer = await select<string>({ ...common, message, options: [...options] })
      const chosen = options.find(({ value }) => value === answer)
      return chosen === undefined ? interrupt() : chosen.value
    },
    confirm: async (message) => {
      ask()
      const answer = await confirm({ ...common, message })
      return isCancel(answer) ? interrupt() : answer
    },
  }
}

/** The same terminal without colours: the library does not honour that on every Node.js. */
const withoutColour = (stream: NodeJS.WriteStream): NodeJS.WriteStream =>
  Object.create(stream, {
    write: {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colour sequences begin with one
      value: (text: string) => stream.write(text.replace(/\u001b\[[\d;]*m/g, '')),
    },
  }) as NodeJS.WriteStream
