import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { documented } from '../../src/build/sdk-declarations.mjs'
import { ERROR_CODES } from '../../src/platform/error-codes.js'
import { sourceReference } from '../support/cases/reference.js'

const declarations = readFileSync(new URL('../../src/sdk/service-miniapp.d.ts', import.meta.url), 'utf8')
const { topics } = await sourceReference()
const published = documented(declarations, topics)

const COMMENT = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/|\/\/.*/g

/** Without comments and empty lines. */
const codeOf = (text: string): readonly string[] =>
  text
    .replace(COMMENT, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trimEnd())

/** The comment above a line. */
const above = (line: string): string => {
  const [before = ''] = published.split(line)
  return before.slice(before.lastIndexOf('/**')).replace(/^ +/gm, '')
}

describe('the declarations that apps get', () => {
  it('have an example of each call', () => {
    const shown = [...published.matchAll(/@example <caption>miniapp docs ([\w.]+)</g)].map(([, name]) => name)
    const calls = topics.filter(({ kind }) => kind === 'call').map(({ id }) => id)
    expect(shown.sort()).toEqual([...calls].sort())
  })

  it('say of a call what it does and needs, its codes, limits, parameters and result', () => {
    expect(above('    set(key: string, value: string, options?: RecordOptions)')).toBe(`/**
* Writes this person's record under a key. A second write replaces the first (4.1, 4.6, 8.3).
* Rejects with \`TIMEOUT\`, \`INVALID\`, \`RATE_LIMITED\`, \`STORE_FULL\`, \`OFFLINE\`, \`UNKNOWN_METHOD\`.
* - The value of a shared record, in UTF-8: 1,024 bytes
* - The shared store of an app, keys and values: 1 MB
* - The longest key of \`storage\` and \`db\`: 128 characters
* - Writes to \`db\` per person and minute: 60
* @param key The key: letters, digits and \`_ . : -\`.
* @param value The text: at most 1,024 bytes.
* @returns \`saved\` is false if the store is full and this record would be evicted first.
* @example <caption>miniapp docs db.set</caption>
* const score = 1200
* const { saved } = await Service.db.set('best', String(score), {
*   rank: score,
*   replaceable: true,
* })
* show(saved ? 'You are on the list.' : 'The list is full of better scores.')
*/
`)
    expect(above('    close(): Promise')).toContain('* @returns Later calls reject with `LAUNCH_INVALID`.\n')
    expect(above('    share(content: ShareContent)')).toContain(
      'A tap is required: call it directly in a click,\n',
    )
    expect(above('    getNickname(options?: NicknameOptions)').replace(/\n\* /g, ' ')).toContain(
      'A tap is required with `ask: true`:',
    )
  })

  it('say what each option is, with its bounds', () => {
    expect(above('    readonly avoid?: string')).toBe(
      '/** What the picture should not have. At most 200 characters. */\n',
    )
    expect(above('    readonly onProgress?:')).toBe(
      '/** Called with the data of each event `ai.progress` of this request. */\n',
    )
    expect(above('    join(options: {')).toContain('* @param options.match The `id` of a match from')
  })

  it('say what areas and events are', () => {
    expect(above('    readonly multiplayer: Multiplayer')).toBe(
      '/** Live matches of 2 to 8 players, who send each other small messages. Nothing is stored (2.7, 3.4, 4.8, 8.3). */\n',
    )
    expect(above("    'mp.joined': {")).toBe(
      '/** A player joined the match. `match.players` has those who joined before you. */\n',
    )
  })

  it('name each call and each code, and import nothing', () => {
    expect(published).toContain("  type CallName =\n    | 'ready'\n    | 'getContext'\n")
    expect(published).toContain("    | 'STORAGE_FULL' // More than 1,024 keys.\n")
    expect([...published.matchAll(/^ {4}\| '([A-Z_]+)' \/\/ /gm)].map(([, code]) => code)).toEqual(
      Object.keys(ERROR_CODES),
    )
    expect(published).not.toMatch(/import\(/)
    expect(published.startsWith('/**\n * Types of `window.Service`')).toBe(true)
  })

  it('declare what the sources declare', () => {
    const names = /^ {4}\| '[\w.]+'$/
    const isOther = (line: string) => !names.test(line) && !/^ {2}type (?:CallName|ErrorCode) =/.test(line)
    const sources = codeOf(declarations).filter((line) => isOther(line) && !/import\(|OWN_CALLS/.test(line))
    expect(codeOf(published).filter(isOther)).toEqual(sources)
  })

  it('have no comment that is too wide', () => {
    const lines = published.split('\n').filter((line) => line.length > 120 && /^ +\*/.test(line))
    expect(lines).toEqual([])
  })
})

describe('declarations that the reference does not fit', () => {
  it.each([
    [
      'a call of the reference is not declared',
      '    close(): Promise<Record<string, never>>\n',
      '',
      'close is not declared.',
    ],
    [
      'a call is not in the reference',
      '    close(',
      '    vibrate(): void\n    close(',
      'The reference has no call vibrate.',
    ],
    [
      'a parameter is not declared',
      '    readonly avoid?: string\n',
      '',
      'The parameter avoid of ai.image.generate is not declared.',
    ],
    [
      'an option is not in the reference',
      '    readonly avoid?',
      '    readonly size?: number\n    readonly avoid?',
      'ai.image.generate has no parameter size.',
    ],
    [
      'an event is not in the reference',
      '    visibility: {',
      '    battery: {}\n    visibility: {',
      'The reference has no event battery.',
    ],
  ])('throws where %s', (_case, found, put, message) => {
    expect(declarations).toContain(found)
    expect(() => documented(declarations.replace(found, put), topics)).toThrow(message)
  })
})
