#!/usr/bin/env node
// `npm start`: builds, then runs the simulator on the example mini app and the local service beside it.
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './paths.mjs'

const BINARY = join(ROOT, 'bin', 'miniapp.js')
const EXAMPLE = join(ROOT, 'templates', 'arcade')
const DATA = join(ROOT, '.miniapp')

process.stderr.write('Building miniapp. This takes a few seconds.\n')
const built = spawnSync(process.execPath, [join(ROOT, 'src', 'build', 'build.mjs')], { stdio: 'inherit' })
if (built.status !== 0) process.exit(built.status ?? 1)

const parts = [
  { name: 'simulator', words: ['dev', EXAMPLE, '--data', join(DATA, 'simulator')] },
  { name: 'service', words: ['service', '--data', join(DATA, 'service')] },
].map(({ name, words }) => {
  const child = spawn(process.execPath, [BINARY, ...words, ...process.argv.slice(2)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const [from, to] of /** @type {const} */ ([
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])) {
    let rest = ''
    from.setEncoding('utf8').on('data', (text) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.trim() !== '') to.write(`${name.padEnd(9)}  ${line}\n`)
    })
    from.on('end', () => {
      if (rest.trim() !== '') to.write(`${name.padEnd(9)}  ${rest}\n`)
    })
  }
  return child
})

let stopping = false
const stop = () => {
  if (stopping) return
  stopping = true
  for (const child of parts) if (child.exitCode === null) child.kill('SIGINT')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
const codes = await Promise.all(
  parts.map(
    (child) =>
      /** @type {Promise<number>} */ (
        new Promise((resolve) => {
          child.once('close', (code) => {
            // If one ends, the other has no purpose.
            const wasInterrupted = stopping
            stop()
            resolve(wasInterrupted ? 0 : (code ?? 1))
          })
        })
      ),
  ),
)
process.exitCode = Math.max(...codes)
