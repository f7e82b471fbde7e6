import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../vitest/temporary-folder.js'

/** An editor that writes down what it was started with. */
export const fakeEditor = async () => {
  const folder = await temporaryFolder()
  const command = join(folder, 'code')
  const seen = join(folder, 'seen')
  await writeFile(command, `#!/bin/sh\nprintf '%s\\n' "$@" > '${seen}.part'; mv '${seen}.part' '${seen}'\n`)
  await chmod(command, 0o755)
  return {
    command,
    arguments: async () => (await readFile(seen, 'utf8').catch(() => '')).trim().split('\n'),
  }
}
