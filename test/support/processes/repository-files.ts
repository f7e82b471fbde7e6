import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './npm.js'

/** What git holds or would add, from the top of the repository. A file that was just deleted is still in git's index. */
export const REPOSITORY_FILES: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
  { cwd: ROOT, encoding: 'utf8' },
)
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)))
