import { describe, expect, it } from 'vitest'
import { failureText } from '../../src/terminal/failure-text.js'
import { styles } from '../../src/terminal/style.js'

const plain = styles(false)
const text = (message: string, remedy: string | undefined, columns: number): string =>
  failureText({ message, remedy }, plain, columns)

describe('a failure', () => {
  it('is wrapped between words; the message goes on under its first word', () => {
    expect(text('The manifest cannot be read here.', 'Fix the manifest.json first of all.', 28)).toBe(
      'error The manifest cannot be\n      read here.\nFix the manifest.json first\nof all.',
    )
  })

  it('is not wrapped where there is no terminal', () => {
    const message = 'one two three '.repeat(20).trim()
    expect(text(message, message, Number.POSITIVE_INFINITY)).toBe(`error ${message}\n${message}`)
  })

  it('keeps a path and an address whole, so that they can be copied', () => {
    const path = '/a/path/that/is/longer/than/the/line/index.html'
    expect(text(`Cannot read ${path}: it is a folder.`, undefined, 30)).toBe(
      `error Cannot read\n      ${path}:\n      it is a folder.`,
    )
  })

  it('counts wide characters as two columns', () => {
    expect(text('日本語の文章です日本語の文章です', undefined, 26)).toBe(
      'error 日本語の文章です日本\n      語の文章です',
    )
  })

  it('keeps lines and their indents', () => {
    expect(text('Two problems:\n  one is here and long enough\nand two', 'Fix them.', 22)).toBe(
      'error Two problems:\n  one is here and long\n  enough\nand two\nFix them.',
    )
  })

  it('shows control characters, and colours only the mark', () => {
    expect(failureText({ message: 'a\u001b[31mb', remedy: undefined }, styles(true), 80)).toMatch(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the mark's own style
      /^\u001b\[31merror\u001b\[39m a[^\u001b]+b$/,
    )
  })
})
