import { expect, it } from 'vitest'
import { namedAt } from '../../../../src/simulator/server/app-reports/named-at.js'
import { memoryBundle } from '../../../support/fakes/memory-bundle.js'

const bundle = memoryBundle({
  'a.js': 'load("b.png")',
  'index.html': '<p>b.png.bak and xb.png\n<img src="é" title="b.png?x">',
  'style.css': 'p { background: url(c.png) }',
  'large.js': `"d.png"${' '.repeat(600_000)}`,
})

it.each([
  ['b.png', { file: 'index.html', line: 2, column: 21 }],
  ['c.png', { file: 'style.css', line: 1, column: 21 }],
  ['d.png', null],
  ['.png', null],
  ['', null],
])('finds where the bundle names %j: pages first, and only the whole name', async (name, place) => {
  expect(await namedAt(bundle, [name])).toEqual(place)
})
