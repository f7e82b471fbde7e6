import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { otherVersionOf } from '../../../adopt/libraries.js'
import type { CommandContext } from '../../context.js'
import { runCommand } from '../run-command.js'

/**
 * Gets packages from npm into a folder of their own, which is removed after use. None of their scripts is run.
 * @param packages as npm takes them: `jquery@1.11.0`, `@fontsource/lobster`
 * @param use is given the folder's `node_modules`; what npm could not get is not in it
 */
export const withPackages = async <T>(
  packages: readonly string[],
  context: CommandContext,
  use: (modules: string) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'miniapp-packages-'))
  // Names go into a file, not into the shell's command: they come from the game's pages.
  const install = async (wanted: readonly string[]): Promise<boolean> => {
    const dependencies: Record<string, string> = {}
    for (const [name, version] of wanted.map(nameAndVersion))
      if (dependencies[name] === undefined) dependencies[name] = version
      else dependencies[otherVersionOf(name, version)] = `npm:${name}@${version}`
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
    const code = await runCommand(NPM_INSTALL, folder, context.environment, context)
    context.interrupted.throwIfAborted()
    return code === 0
  }
  try {
    context.note(context.noteStyles.dim(`Getting ${packages.join(', ')} from npm`))
    if (!(await install(packages))) {
      const had: string[] = []
      // One that npm does not have is no reason to go without the others. Some versions are only on the networks.
      for (const one of packages) {
        for (const likely of new Set([one, nearVersion(one)])) {
          if (!(await install([...had, likely]))) continue
          had.push(likely)
          break
        }
      }
      if (had.length === 0) context.note(context.noteStyles.yellow('npm could not install them.'))
    }
    return await use(join(folder, 'node_modules'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const NPM_INSTALL =
  'npm install --ignore-scripts --no-audit --no-fund --no-package-lock --legacy-peer-deps --loglevel=silent'

/** `jquery@~1.7.1` for `jquery@1.7.1`. */
const nearVersion = (text: string): string => text.replace(/(?<=.@)(?=\d)/, '~')

/** A range that names no folder, repository or address. */
const RANGE = /^[\^~<>=]*\s*v?\d[\w.+-]*$/

const nameAndVersion = (text: string): readonly [name: string, version: string] => {
  const at = text.indexOf('@', 1)
  const version = at === -1 ? '' : text.slice(at + 1)
  return [at === -1 ? text : text.slice(0, at), RANGE.test(version) ? version : '*']
}
