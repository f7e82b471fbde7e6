import { expect, it } from 'vitest'
import { columnsOf } from '../../src/terminal/columns.js'

it.each([
  [{ columns: 120 }, 120],
  [{ columns: 1 }, 1],
  [{ columns: 0 }, 80],
  [{}, 80],
])('%o is %d columns wide', (stream, columns) => {
  expect(columnsOf(stream)).toBe(columns)
})
