import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createPrompts, type Prompts } from '../../src/cli/prompts.js'
import { Failure } from '../../src/failure.js'
import { styles } from '../../src/terminal/style.js'

/** A terminal that a test types on: what was written to it, without the sequences that move the cursor. */
const terminal = (colour = false) => {
  const stdin = new PassThrough()
  const screen = new PassThrough()
  const interruption = new AbortController()
  let shown = ''
  let raw = ''
  screen.setEncoding('utf8').on('data', (text: string) => {
    raw += text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences start with one
    shown += text.replace(/\u001b\[[\d;?]*[A-Za-z]/g, '')
  })
  const prompts: Prompts = createPrompts(
    {
      noteStyles: styles(colour),
      interrupted: interruption.signal,
      stdin: stdin as unknown as NodeJS.ReadStream,
    },
    screen as unknown as NodeJS.WriteStream,
  )
  return {
    prompts,
    interruption,
    type: (text: string) => stdin.write(text),
    shown: () => shown,
    raw: () => raw,
  }
}

const QUESTION = {
  message: 'Its name',
  fallback: 'My app',
  flaw: (text: string) => (text.length < 3 ? 'It must be longer.' : undefined),
}
const ENTER = '\r'
const CTRL_C = '\u0003'

describe('a question for a line of text', () => {
  it('is answered by typing', async () => {
    const { prompts, type, shown } = terminal()
    const answer = prompts.text(QUESTION)
    type('Käse')
    type(ENTER)
    expect(await answer).toBe('Käse')
    expect(shown()).toContain('Its name')
  })

  it('shows what an empty answer means, and takes it', async () => {
    const { prompts, type, shown } = terminal()
    const answer = prompts.text(QUESTION)
    await expect.poll(shown).toContain('My app')
    type(ENTER)
    expect(await answer).toBe('My app')
  })

  it('validates while the user types, and rejects an invalid answer', async () => {
    const { prompts, type, shown } = terminal()
    const answer = prompts.text(QUESTION)
    type('a')
    await expect.poll(shown).toContain('It must be longer.')
    type(ENTER)
    type('bc')
    type(ENTER)
    expect(await answer).toBe('abc')
  })
})

describe('a question with several choices', () => {
  it('is answered by moving and confirming', async () => {
    const { prompts, type } = terminal()
    const answer = prompts.choice({
      message: 'Which?',
      options: [
        { value: 'one', label: 'one', hint: 'the first' },
        { value: 'two', label: 'two', hint: 'the second' },
      ],
    })
    type('\u001b[B')
    type(ENTER)
    expect(await answer).toBe('two')
  })
})

describe('every question', () => {
  it('ends as interrupted on Ctrl-C', async () => {
    const { prompts, type } = terminal()
    const answer = prompts.text(QUESTION).catch((error: unknown) => error)
    type(CTRL_C)
    expect(await answer).toMatchObject(new Failure('interrupted', 'Interrupted.'))
  })

  it('ends as interrupted when the program is', async () => {
    const { prompts, interruption } = terminal()
    const answer = prompts
      .choice({ message: 'Which?', options: [{ value: 'one', label: 'one', hint: '' }] })
      .catch((error: unknown) => error)
    interruption.abort()
    expect(await answer).toMatchObject({ kind: 'interrupted' })
  })

  it('has no colours if they are disabled', async () => {
    const { prompts, type, raw } = terminal()
    const answer = prompts.text(QUESTION)
    type(ENTER)
    await answer
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences start with one
    expect(raw()).not.toMatch(/\u001b\[[\d;]*m/)
  })
})
