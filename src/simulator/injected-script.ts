import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The path of the built script that runs before an app's own code, found from a built chunk or from the source. */
export const injectedScriptPath = (): string => {
  const top = dirname(dirname(fileURLToPath(import.meta.url)))
  const built = basename(top) === 'src' ? join(top, '..', 'dist') : top
  return join(built, 'injected', 'injected.js')
}
