import { lstatSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What Vitest's `skip` takes: whether to skip the test, and the reason that the run prints. */
export type Missing = readonly [isMissing: boolean, reason: string]

const isWindows = process.platform === 'win32'

/** Makes one, since Windows allows links to files only to some users, and no file system must have links. */
const hasLinks = (type: 'file' | 'junction'): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'miniapp-test-'))
  try {
    const link = join(folder, 'link')
    symlinkSync(folder, link, type)
    return lstatSync(link).isSymbolicLink()
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const why = (reason: string): Missing => [isWindows, reason]

/** What this system lacks, for tests that need it: `skip(...missing.modes)`. */
export const missing = {
  modes: why('Windows has no POSIX permissions.'),
  /** Folders and files that the test's user may not read or write. */
  denied: [
    isWindows || process.getuid?.() === 0,
    'Permissions do not stop this user: it is root, or the system is Windows.',
  ],
  links: [!hasLinks('file'), 'This user cannot make symbolic links here.'],
  folderLinks: [!hasLinks('junction'), 'This file system has no links to folders.'],
  pipes: why('Windows has no named pipes in folders.'),
  shell: why('Windows has no POSIX shell.'),
  signals: why('Windows ends a process that is sent a signal, without asking it.'),
  processGroups: why('Windows has no process groups: a browser there ends what it started.'),
  /** Removing, moving or replacing a file that a process has open. */
  changesOfOpenFiles: why('Windows keeps an open file in its place.'),
  foldersToOpen: why('Windows does not open folders as files.'),
  drives: [!isWindows, 'Only Windows has drives.'],
  sessionBus: [process.platform !== 'linux', 'Only Linux has its key store behind a session bus.'],
  proc: [process.platform !== 'linux', 'Only Linux has /proc.'],
} as const satisfies Readonly<Record<string, Missing>>
