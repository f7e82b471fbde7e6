import type { Part } from './topic.js'

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
