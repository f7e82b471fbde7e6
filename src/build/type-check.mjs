#!/usr/bin/env node
// `npm run typecheck`: all types, incrementally. The build runs it too, and copies the declarations that it writes.
//
// TypeScript 7.0 keeps old results for the files that use a changed global type (microsoft/typescript-go, issue 4664; fixed
// in 7.1). So where a file that can declare global types may have changed since the last good check, everything is checked.
import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './paths.mjs'

/** Where the last good check wrote what it found of the files with global types. */
const CHECKED = join(ROOT, 'node_modules/.cache/types/global-types.txt')

/** What npm changes whenever it installs something. */
const INSTALLED = join(ROOT, 'node_modules/.package-lock.json')

/** The declaration files of the sources, and when each of them changed; the same of what is installed. */
const globalTypes = async () => {
  const paths = await Promise.all(
    ['src', 'test'].map(async (folder) =>
      (await readdir(join(ROOT, folder), { recursive: true }))
        .filter((path) => path.endsWith('.d.ts'))
        .map((path) => join(ROOT, folder, path)),
    ),
  )
  const lines = await Promise.all(
    [INSTALLED, ...paths.flat()].map(async (path) => `${path} ${(await stat(path)).ctimeMs}`),
  )
  return lines.sort().join('\n')
}

/** Checks all types. Rejects where one is wrong. */
export const typeCheck = async () => {
  const found = await globalTypes()
  const isKnown = found === (await readFile(CHECKED, 'utf8').catch(() => ''))
  const words = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-b', ...(isKnown ? [] : ['--force'])]
  /** @type {number | null} */
  const code = await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { cwd: ROOT, stdio: 'inherit' })
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error('The type check failed.')
  await mkdir(dirname(CHECKED), { recursive: true })
  await writeFile(CHECKED, found)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await typeCheck().catch(() => {
    process.exitCode = 1
  })
