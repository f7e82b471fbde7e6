import type { CallName } from '../platform/calls/table.js'
import type { GuideName } from './texts/guides.js'
import type { OwnCall } from './texts/own-calls.js'
import type { Part } from './topic.js'

/** Examples of errors, which several codes share. */
type ErrorExample =
  | 'no-host'
  | 'try-again'
  | 'invalid'
  | 'invalid-key'
  | 'value-too-long'
  | 'storage-full'
  | 'needs-tap'
  | 'busy'
  | 'store-full'
  | 'join'
  | 'image-too-large'
  | 'session-over'
  | 'not-declared'

/** The examples: blocks in the files of `examples/`, each below its name. */
export type ExampleName = CallName | OwnCall | GuideName | `errors/${ErrorExample}`

/** The texts of all examples. */
export type Examples = Readonly<Record<ExampleName, string>>

/**
 * An example, with a sentence on what it takes for granted.
 * @param text what else there is to say about it
 */
export const examplePart = (code: string | undefined, text = '', title = 'Example'): Part => ({
  title,
  text: [text, givenText(code ?? '')].filter((sentence) => sentence !== '').join(' '),
  ...(code === undefined ? {} : { code }),
})

/** The names that examples use without declaring them: `examples/page.d.ts`. */
const ELEMENTS = ['button', 'canvas', 'picture'] as const

const givenText = (code: string): string => {
  const elements = ELEMENTS.filter((name) => new RegExp(`\\b${name}\\.|: ${name}\\b`).test(code)).map(
    (name) => `\`${name}\``,
  )
  const page =
    elements.length === 0
      ? ''
      : `${elements.length === 1 ? elements[0] : `${elements.slice(0, -1).join(', ')} and ${elements.at(-1)}`} ${
          elements.length === 1 ? 'is an element' : 'are elements'
        } of your page.`
  return [page, /\bshow\(/.test(code) ? '`show` puts a text on it.' : '']
    .filter((sentence) => sentence !== '')
    .join(' ')
    .replace(/^`show` puts a text on it\.$/, '`show` puts a text on your page.')
}
