import { isDeepStrictEqual } from 'node:util'
import { readFastCss } from '../../src/check/facts/css/fast.js'
import { readCss } from '../../src/check/facts/css/read.js'
import type { HtmlElement } from '../../src/check/facts/html/element.js'
import { readFastHtml } from '../../src/check/facts/html/fast.js'
import { readHtml } from '../../src/check/facts/html/read.js'
import type { SvgFacts } from '../../src/check/facts/svg/facts.js'
import { readFastSvg } from '../../src/check/facts/svg/fast.js'
import { readSvg } from '../../src/check/facts/svg/read.js'
import { LineIndex } from '../../src/check/facts/text/position.js'
import { check } from '../../src/check/run.js'
import type { Kind } from '../fuzz/cases.mjs'
import type { Subject } from '../fuzz/judge.mjs'
import { INTERESTS } from '../support/cases/interests.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'

/** The checker and its readers, for the fuzz run. */
export const fuzzSubject: Subject = {
  check: async (files) => (await check(memoryBundle(files))).problems,
  compareReaders: (kind, text) => {
    const [fast, full] = READERS[kind](text, new LineIndex(text))
    return fast === null || isDeepStrictEqual(fast, full) ? null : 'the fast reader and the full one differ'
  },
}

const READERS: Readonly<Record<Kind, (text: string, lines: LineIndex) => readonly [unknown, unknown]>> = {
  page: (text, lines) => {
    const fast = readFastHtml(text, lines, INTERESTS.page)
    return fast === null
      ? [null, null]
      : [fast.map(shown), readHtml(text, lines, INTERESTS.page).elements.map(shown)]
  },
  drawing: (text, lines) => {
    const fast = readFastSvg(text, lines, INTERESTS.drawing)
    return fast === null ? [null, null] : [drawn(fast), drawn(readSvg(text, lines, INTERESTS.drawing))]
  },
  sheet: (text) => {
    const fast = readFastCss(text)
    return fast === null ? [null, null] : [fast, readCss(text)]
  },
}

const shown = ({ name, foreign, attributes, place, text }: HtmlElement) => ({
  name,
  foreign,
  attributes: attributes.map(({ name, value, place }) => ({ name, value, place })),
  place,
  text,
})

const drawn = ({ elements, ...facts }: SvgFacts) => ({
  ...facts,
  elements: elements.map(({ local, namespace, attributes, place, style }) => ({
    local,
    namespace,
    attributes: attributes.map(({ name, local, prefix, value, place }) => ({
      name,
      local,
      prefix,
      value,
      place,
    })),
    place,
    style,
  })),
})
