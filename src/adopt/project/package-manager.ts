import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A package manager by its command. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

const LOCK_FILES: readonly (readonly [file: string, manager: PackageManager])[] = [
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
]

/**
 * The package manager of a project: what its `package.json` names, or the one whose lock file is there, in the folder or
 * above it, where workspaces have theirs; else npm.
 * @param named the field `packageManager`
 */
export const packageManagerOf = async (folder: string, named: unknown): Promise<PackageManager> => {
  const [, name] = /^(npm|pnpm|yarn|bun)@/.exec(typeof named === 'string' ? named : '') ?? []
  const known = LOCK_FILES.find(([, manager]) => manager === name)?.[1]
  if (known !== undefined) return known
  for (let place = folder; ; place = dirname(place)) {
    for (const [file, manager] of LOCK_FILES) if (await isThere(join(place, file))) return manager
    if ((await isThere(join(place, '.git'))) || dirname(place) === place) return 'npm'
  }
}

/** The words that run a script of a project, with flags for what it runs. */
export const runWords = (
  manager: PackageManager,
  script: string,
  flags: readonly string[],
): readonly [string, ...string[]] => {
  // npm takes flags for itself unless they come behind two hyphens; the others hand them on.
  const handed = flags.length > 0 && manager === 'npm' ? ['--', ...flags] : flags
  return [manager, 'run', script, ...handed]
}

/** Whether what a project depends on is installed: there, or above it. */
export const isInstalled = async (folder: string): Promise<boolean> => {
  for (let place = folder; ; place = dirname(place)) {
    for (const name of ['node_modules', '.pnp.cjs']) if (await isThere(join(place, name))) return true
    if ((await isThere(join(place, '.git'))) || dirname(place) === place) return false
  }
}

const isThere = async (path: string): Promise<boolean> => {
  try {
    await stat(path)
    return true
  } catch {
    // If it cannot be read for any reason, it is of no use here.
    return false
  }
}
