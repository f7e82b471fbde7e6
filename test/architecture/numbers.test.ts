import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { describe, expect, it } from 'vitest'
import { LIMIT_NAMES } from '../../src/docs/limit-topics.js'
import { limitValue } from '../../src/docs/limit-value.js'
import {
  STORAGE_MAX_KEYS,
  STORAGE_VALUE_MAX_CHARACTERS,
  STORAGE_WRITES_PER_MINUTE,
} from '../../src/platform/limits.js'
import { formatNumber } from '../../src/platform/text.js'

const SOURCES = join(import.meta.dirname, '../../src')

/** The limits as people read them, with a unit or a comma: `24 hours`, `1,024`. Others are too common to be told apart. */
const LIMITS = [...new Set(LIMIT_NAMES.map(limitValue))].filter((text) =>
  /^\d[\d.,]*(?:,\d{3}| \w+)$/.test(text),
)

const LIMIT = new RegExp(`(?<![\\d.,])(?:${LIMITS.join('|').replaceAll('.', '\\.')})(?!\\w|,\\d)`, 'g')

/** The texts in a script: strings, and what is fixed in templates and elements. */
const textsOf = (path: string, code: string): readonly string[] => {
  const texts: string[] = []
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, value } = node as { readonly type?: unknown; readonly value?: unknown }
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') texts.push(value)
    if (type === 'TemplateElement') texts.push((value as { readonly cooked: string | null }).cooked ?? '')
    for (const child of Object.values(node)) collect(child)
  }
  collect(parseSync(path, code).program)
  return texts
}

describe('a limit of the platform', () => {
  it('is a number in limits.ts only: texts are made from it', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
      (path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'),
    )
    const found = files.flatMap((path) =>
      textsOf(path, readFileSync(join(SOURCES, path), 'utf8')).flatMap((text) =>
        [...text.matchAll(LIMIT)].map(([number]) => `${path.replaceAll('\\', '/')}: ${number}`),
      ),
    )
    // These numbers are other ones, which only happen to be the same.
    expect(found.sort()).toEqual([
      'check/rules/zip/structure.ts: 10,000',
      'host/control/data-schemas.ts: 64 characters',
      'service/pages/faults-page.ts: 10 seconds',
      'shim/part-names.ts: 6 MB',
      'shim/parts/database-pages.ts: 6 MB',
      'simulator/shell/picking/samples.ts: 6 seconds',
      'simulator/shell/seat/diagnosis.ts: 10 seconds',
    ])
  })

  it('is the same in the declarations of the browser shim', () => {
    const text = readFileSync(join(SOURCES, 'shim/browser-shim.d.ts'), 'utf8').replaceAll('\n *   ', ' ')
    expect(text).toContain(
      `sent within ${STORAGE_WRITES_PER_MINUTE} a minute; values over ${formatNumber(STORAGE_VALUE_MAX_CHARACTERS)} characters are split. What does not fit (${formatNumber(STORAGE_MAX_KEYS)} keys,`,
    )
  })
})
