import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { ENGINES } from '../../../src/adopt/engines/index.js'

it('the README names every engine that is recognized', async () => {
  const readme = await readFile(new URL('../../../src/adopt/README.md', import.meta.url), 'utf8')
  const [, table = ''] = readme.split('| Recognized |')
  const named = table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|')[1])
    .join(', ')
  expect(ENGINES.map(({ title }) => title).filter((title) => !named.includes(title))).toEqual([])
})
