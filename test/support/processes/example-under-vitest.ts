import { spawn } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ROOT } from './npm.js'

const require = createRequire(import.meta.url)

/** Runs the tests of an example in a folder, with this package and Vitest installed there. @returns the exit code, and what it said */
export const runUnderVitest = async (
  folder: string,
): Promise<{ readonly code: number | null; readonly said: string }> => {
  await mkdir(join(folder, 'node_modules'), { recursive: true })
  await symlink(ROOT, join(folder, 'node_modules/miniapp'), 'junction')
  await symlink(
    dirname(require.resolve('vitest/package.json')),
    join(folder, 'node_modules/vitest'),
    'junction',
  )
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  // As much time as our own tests have: a browser takes its own to start on a busy machine.
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
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, said }
}
