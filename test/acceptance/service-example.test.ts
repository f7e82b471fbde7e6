import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sampleFiles, sampleManifest } from '../support/fakes/sample-bundle.js'
import { runUnderVitest } from '../support/processes/example-under-vitest.js'
import { ROOT } from '../support/processes/npm.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

it('runs the example of src/service/control/README.md as it is', async () => {
  const folder = await temporaryFolder()
  const page = await readFile(join(ROOT, 'src/service/control/README.md'), 'utf8')
  const example = /```js\n([\s\S]*?)```/.exec(page)?.[1]
  if (example === undefined) throw new Error('src/service/control/README.md has no example.')
  await writeFile(join(folder, 'example.test.js'), example)
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const access = { type: 'one_time', price: '2.5', statement: 'You receive the whole game.' }
  const app = { ...sampleFiles(), 'manifest.json': sampleManifest({ app_id: 'ma_abcdefghij', access }) }
  await mkdir(join(folder, 'hello'))
  for (const [path, content] of Object.entries(app)) await writeFile(join(folder, 'hello', path), content)
  const { code, said } = await runUnderVitest(folder)
  expect(code, said).toBe(0)
  expect(said).toMatch(/1 passed/)
})
