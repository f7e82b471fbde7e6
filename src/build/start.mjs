#!/usr/bin/env node
// `npm start`: builds, then runs the simulator on the example mini app and the local service beside it.
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import open from 'open'
import { ROOT } from './paths.mjs'

const BINARY = join(ROOT, 'bin', 'miniapp.js')
const EXAMPLE = join(ROOT, 'templates', 'arcade')
const DATA = join(ROOT, '.miniapp')

process.stderr.write('Building miniapp. This takes a few seconds.\n')
const built = spawnSync(process.execPath, [join(ROOT, 'src', 'build', 'build.mjs'), '--development'], {
  stdio: 'inherit',
})
if (built.status !== 0) process.exit(built.status ?? 1)

/** @type {{ child: import('node:child_process').ChildProcess, closed: Promise<number | null> }[]} */
const parts = []
let stopping = false
const stop = () => {
  if (stopping) return
  stopping = true
  for (const { child } of parts) if (child.exitCode === null) child.kill('SIGINT')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)

/**
 * Starts a part, and prefixes its lines with its name.
 * @param {string} name
 * @param {readonly string[]} words
 * @param {NodeJS.ProcessEnv} environment
 * @param {(line: string) => void} onLine
 */
const start = (name, words, environment, onLine) => {
  const child = spawn(process.execPath, [BINARY, ...words, ...process.argv.slice(2)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
  })
  for (const [from, to] of /** @type {const} */ ([
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])) {
    let rest = ''
    from.setEncoding('utf8').on('data', (text) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line.trim() !== '') to.write(`${name.padEnd(9)}  ${line}\n`)
        onLine(line)
      }
    })
    from.on('end', () => {
      if (rest.trim() !== '') to.write(`${name.padEnd(9)}  ${rest}\n`)
    })
  }
  /** @type {Promise<number | null>} */
  const closed = new Promise((resolve) => {
    child.once('close', (code) => {
      // If one ends, the other has no purpose.
      resolve(stopping ? 0 : code)
      stop()
    })
  })
  parts.push({ child, closed })
  return closed
}

/** @param {string} line */
const addressIn = (line) => /http:\/\/localhost:\d+\//.exec(line)?.[0]

// The home page leads to the simulator, so that the service has to know its address.
/** @type {string | undefined} */
let simulatorUrl
await new Promise((resolve) => {
  start(
    'simulator',
    ['dev', EXAMPLE, '--no-open', '--data', join(DATA, 'simulator')],
    process.env,
    (line) => {
      simulatorUrl ??= addressIn(line)
      if (simulatorUrl !== undefined) resolve(undefined)
    },
  ).then(resolve)
})
if (!stopping) {
  let isHomeShown = false
  start(
    'service',
    ['service', '--data', join(DATA, 'service')],
    { ...process.env, ...(simulatorUrl === undefined ? {} : { MINIAPP_SIMULATOR_URL: simulatorUrl }) },
    (line) => {
      const url = addressIn(line)
      if (isHomeShown || url === undefined) return
      isHomeShown = true
      const home = `${url}home`
      process.stdout.write(`\nhome       ${home}\n\n`)
      // Without a terminal nobody looks.
      if (process.stdout.isTTY) open(home).catch(() => {})
    },
  )
}

const codes = await Promise.all(parts.map(({ closed }) => closed))
process.exitCode = Math.max(...codes.map((code) => code ?? 1))
