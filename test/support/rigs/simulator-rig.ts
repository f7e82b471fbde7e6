import { mkdir, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openFolder } from '../../../src/bundle/folder.js'
import type { CheckResult } from '../../../src/check/problem.js'
import type { BaseClock } from '../../../src/host/clock.js'
import type { SheetKind } from '../../../src/host/session/sheets.js'
import { DataFolder } from '../../../src/simulator/server/data/data-folder.js'
import { machineClock } from '../../../src/simulator/server/machine.js'
import { type ServedSimulator, serve } from '../../../src/simulator/server/serve.js'
import { Simulator } from '../../../src/simulator/server/simulator.js'
import { makeByStandIn } from '../../../src/simulator/server/workers/ai-maker.js'
import { temporaryFolder } from '../vitest/temporary-folder.js'
import { openPanels, openShellWindow, type ShellWindow } from './shell-window.js'

export const MANIFEST = {
  service_miniapp: 1,
  app_id: 'ma_abcdefghij',
  version: '1.0.0',
  name: 'Hello',
  summary: 'A small app for tests',
  age_rating: '4+',
  icon: 'icon.png',
  access: { type: 'free' },
}

type Files = Readonly<Record<string, string | Uint8Array>>

export interface SimulatorRig {
  readonly simulator: Simulator
  readonly served: ServedSimulator
  /** The app's folder. */
  readonly folder: string
  readonly dataFolder: string
  readonly notices: string[]
  /** `http://localhost:PORT`, without a trailing slash. */
  readonly shellOrigin: string
  readonly bundleOrigin: string
  /** The bundle's own folder, with a trailing slash. */
  readonly base: string
  write(files: Files): Promise<void>
  window(seat?: number, sheets?: readonly SheetKind[]): Promise<ShellWindow>
  /** The panels of a window, which observe all seats. */
  panels(): Promise<ShellWindow>
}

export const EMPTY_CHECK: CheckResult = {
  schema: 1,
  path: '.',
  kind: 'folder',
  ok: true,
  review: 'automatic',
  runs: true,
  app: null,
  problems: [],
  totals: { files: 0, bytes: 0, zipBytes: null },
}

export interface RigOptions {
  readonly files?: Files
  readonly dataFolder?: string
  readonly injectedScript?: string
  /** The folder of the built shell; without it the shell is empty. */
  readonly shellFolder?: string
  /** Whether a connection comes from this machine, and so needs no pairing code. */
  readonly isOnOwnMachine?: () => boolean
  /** How many seats the first window has. */
  readonly seats?: number
  /** The command of the developer's editor. */
  readonly editor?: string
  /** The addresses by which phones find this machine. */
  readonly phoneAddresses?: readonly string[]
  /** Those that it has when phones are let in later. */
  readonly findAddresses?: () => readonly string[]
  /** Waits for what windows leave unsaid; the machine's own timers without it. */
  readonly wake?: BaseClock['wake']
}

/** A running simulator on free ports, over real files, stopped when the test ends. */
export const simulatorRig = async (options: RigOptions = {}): Promise<SimulatorRig> => {
  const folder = await temporaryFolder()
  const write = async (files: Files): Promise<void> => {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
    }
  }
  await write({
    'manifest.json': JSON.stringify(MANIFEST),
    'index.html': '<!doctype html>',
    ...options.files,
  })
  const scratch = await temporaryFolder()
  await writeFile(join(scratch, 'injected.js'), options.injectedScript ?? 'injected()')
  await writeFile(join(scratch, 'shell.js'), '')
  const dataFolder = options.dataFolder ?? join(folder, '.miniapp')
  const notices: string[] = []
  const onDefect = (error: unknown): void => {
    throw error
  }
  const data = await DataFolder.open(dataFolder, (message) => notices.push(message))
  const simulator = await Simulator.open({
    source: { folder, open: () => openFolder(folder), check: async () => EMPTY_CHECK },
    data,
    project: folder,
    clock: machineClock,
    randomness: { integer: (bound) => Math.floor(Math.random() * bound) },
    makeByStandIn,
    onEntry: () => {},
    onProblems: () => {},
    onNotice: (message) => notices.push(message),
    onDefect,
  })
  const served = await serve(simulator, {
    port: 0,
    host: '127.0.0.1',
    hostNames: [],
    phoneAddresses: options.phoneAddresses ?? [],
    findAddresses: options.findAddresses ?? (() => []),
    editor: options.editor,
    ...(options.seats === undefined ? {} : { seats: options.seats }),
    ...(options.isOnOwnMachine === undefined ? {} : { isOnOwnMachine: options.isOnOwnMachine }),
    ...(options.wake === undefined ? {} : { wake: options.wake }),
    shellFolder: options.shellFolder ?? scratch,
    injectedScript: join(scratch, 'injected.js'),
    onDefect,
  })
  onTestFinished(async () => {
    await served.stop()
    await simulator.close()
  })
  const shellOrigin = `http://localhost:${served.port}`
  const state = await send(`${shellOrigin}/control/state`, { authorization: `Bearer ${served.token}` })
  const { frameUrl } = JSON.parse(state.body) as { frameUrl: string | null }
  const bundleOrigin = frameUrl === null ? '' : new URL(frameUrl).origin
  return {
    simulator,
    served,
    folder,
    dataFolder,
    notices,
    shellOrigin,
    bundleOrigin,
    base: `${bundleOrigin}/${MANIFEST.app_id}/${MANIFEST.version}/`,
    write,
    window: (seat = 1, sheets = []) => openShellWindow(shellOrigin, served.token, seat, sheets),
    panels: () => openPanels(shellOrigin, served.token),
  }
}

export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A request whose target and headers go out exactly as they are given: fetch would tidy them. */
export const send = (
  url: string,
  headers: Readonly<Record<string, string>> = {},
  options: {
    readonly method?: string
    readonly target?: string
    readonly body?: string | Uint8Array
  } = {},
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { port, pathname, search } = new URL(url)
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        path: options.target ?? `${pathname}${search}`,
        method: options.method ?? 'GET',
        headers: { host: `localhost:${port}`, ...headers },
        agent: false,
      },
      (answer) => {
        let body = ''
        answer.setEncoding('latin1').on('data', (text: string) => {
          body += text
        })
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }))
      },
    )
    outgoing.once('error', reject)
    outgoing.end(options.body)
  })
