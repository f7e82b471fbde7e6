import { describe, expect, it } from 'vitest'
import { readHtml } from '../../../src/check/facts/html.js'
import type { HtmlElement } from '../../../src/check/facts/html-element.js'
import { readTags } from '../../../src/check/facts/html-tags.js'
import { LineIndex } from '../../../src/check/facts/position.js'
import { INTERESTS } from '../../support/interests.js'

const many = (count: number, piece: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => piece(n)).join('')

describe('2.8 a page whose tree would take all memory is read by its tags', () => {
  const LINK = '<a href="http://x.test">'

  it.each([
    [
      'formatting around blocks, closed in the wrong order',
      `${many(20_000, (n) => `<b id=${n}><p>`)}${LINK}${'</b>'.repeat(20_000)}`,
    ],
    [
      'formatting that every paragraph opens again',
      `<p>${many(1_000, (n) => `<b id=${n}>`)}</p>${LINK}${'<p>x'.repeat(1_000)}`,
    ],
    ['nesting deeper than any browser has', `${'<div>'.repeat(40_000)}${LINK}`],
    ['formatting in a table', `${many(40_000, (n) => `<i id=${n}>`)}${LINK}`],
  ])('%s', (_, body) => {
    const page = `<!doctype html><table>${body}`
    expect(readHtml(page, new LineIndex(page), INTERESTS.page).elements.map(shown)).toEqual([
      {
        name: 'a',
        attributes: [['href', 'http://x.test', column(page, 'href=')]],
        column: column(page, LINK),
        text: '',
      },
    ])
  })

  it('and nothing hides in its scripts, styles and texts', () => {
    const page =
      '<p><script src=a.js>"<a href=x>"</script><style>p{}\r\n</style><title><a href=y></title>' +
      '<textarea><a href=z></textarea><form><form action=b><script>open'
    expect(readTags(page, new LineIndex(page), INTERESTS.page).map(shown)).toEqual([
      {
        name: 'script',
        attributes: [['src', 'a.js', column(page, 'src')]],
        column: column(page, '<script'),
        text: '"<a href=x>"',
      },
      { name: 'style', attributes: [], column: column(page, '<style'), text: 'p{}\n' },
      { name: 'form', attributes: [], column: expect.any(Number), text: '' },
      {
        name: 'form',
        attributes: [['action', 'b', expect.any(Number)]],
        column: expect.any(Number),
        text: '',
      },
      { name: 'script', attributes: [], column: expect.any(Number), text: 'open' },
    ])
  })
})

const column = (page: string, part: string): number => page.indexOf(part) + 1

const shown = ({ name, attributes, place, text }: HtmlElement) => ({
  name,
  attributes: attributes.map((found) => [found.name, found.value, found.place.column]),
  column: place.column,
  text,
})
