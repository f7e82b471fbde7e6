import { spawn } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { sampleFiles, sampleManifest } from '../support/fakes/sample-bundle.js'
import { ROOT } from '../support/processes/npm.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const require = createRequire(import.meta.url)

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
  await mkdir(join(folder, 'node_modules'))
  await symlink(ROOT, join(folder, 'node_modules/miniapp'), 'junction')
  await symlink(
    dirname(require.resolve('vitest/package.json')),
    join(folder, 'node_modules/vitest'),
    'junction',
  )
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  // As much time as our own tests have.
  const patience = ['--testTimeout=60000', '--hookTimeout=60000']
  const child = spawn(process.execPath, [vitest, 'run', ...patience], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, USERPROFILE: folder, CI: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect(code, said).toBe(0)
  expect(said).toMatch(/1 passed/)
})
