import { execFileSync } from 'node:child_process'
import { ROOT } from './npm.js'

/** What git holds or would add, from the top of the repository. */
export const REPOSITORY_FILES: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
  { cwd: ROOT, encoding: 'utf8' },
)
  .split('\0')
  .filter((file) => file !== '')
