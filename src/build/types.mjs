import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './paths.mjs'

/** Type-checks everything and writes the declarations to dist/types. */
export const buildTypes = () =>
  /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-b'], {
        cwd: ROOT,
        stdio: 'inherit',
      })
      child.once('error', reject)
      child.once('exit', (code) => {
        if (code === 0) resolve()
        else reject(new Error('The type check failed.'))
      })
    })
  )
