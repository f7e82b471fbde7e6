import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderOriginal, withCopies } from '../../../src/playtest/beside/original.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

const folderOf = async (contents: Readonly<Record<string, string>>): Promise<string> => {
  const folder = await temporaryFolder()
  for (const [path, text] of Object.entries(contents)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

it('gets what it names on other hosts from copies on this machine', async () => {
  const game = await folderOf({
    'index.html':
      '<script src="https://cdn.example/p5.js" integrity="sha384-x"></script><script src="https://cdn.example/p5.js.map"></script>',
    'main.js': "import 'https://cdn.example/p5.js'",
    'data.json': '"https://cdn.example/p5.js"',
  })
  const project = await folderOf({ 'vendor/p5.js': 'p5 = 1' })
  const original = await withCopies(
    await folderOriginal(game, 'index.html', 'game'),
    project,
    new Map([
      ['https://cdn.example/p5.js', 'vendor/p5.js'],
      ['https://cdn.example/p5.js.map', 'vendor/p5.js.map'],
    ]),
  )
  const read = async (target: string): Promise<string | null> => {
    const file = await original.read(target)
    return file !== null && 'bytes' in file ? Buffer.from(file.bytes).toString() : null
  }
  const at = '/__miniapp_playtest_copies__/vendor'
  expect(await read('/')).toBe(`<script src="${at}/p5.js"></script><script src="${at}/p5.js.map"></script>`)
  expect(await read('/main.js')).toBe(`import '${at}/p5.js'`)
  expect(await read('/data.json')).toBe('"https://cdn.example/p5.js"')
  expect(await read(`${at}/p5.js`)).toBe('p5 = 1')
  expect(await read(`${at}/../../package.json`)).toBeNull()
  expect(await read('/vendor/p5.js')).toBeNull()
})

it('gets what it names outside its folder from copies, too', async () => {
  const game = await folderOf({ 'index.html': '<script src="../../lib/engine.js"></script>', 'b.js': 'b' })
  const project = await folderOf({ 'lib/engine.js': 'engine', 'b-2.js': 'other' })
  const original = await withCopies(
    await folderOriginal(game, 'index.html', 'game'),
    project,
    new Map([
      ['../../lib/engine.js', 'lib/engine.js'],
      ['../b.js', 'b-2.js'],
    ]),
  )
  const read = async (target: string): Promise<string | null> => {
    const file = await original.read(target)
    return file !== null && 'bytes' in file ? Buffer.from(file.bytes).toString() : null
  }
  expect(await read('/lib/engine.js?v=2')).toBe('engine')
  expect(await read('/b.js')).toBe('b')
  expect(await read('/')).toBe('<script src="../../lib/engine.js"></script>')
  expect(await read('/lib/other.js')).toBeNull()
})
