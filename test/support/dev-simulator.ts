import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { SDK_FILE_NAME, sdkFilePath } from '../../src/sdk/sdk-file.js'
import { BINARY } from './command-line.js'
import { sampleFiles } from './sample-bundle.js'

export interface DevSimulator {
  /** The shell's address. */
  readonly url: string
  readonly control: string
  readonly token: string
  /** The app's folder. */
  readonly folder: string
  /** Writes a file of the app, as saving it in an editor does. */
  save(path: string, content: string | Uint8Array): Promise<void>
  /** Asks the control API. */
  ask(path: string, init?: RequestInit): Promise<unknown>
  /** All as at the start, for the next test: data, people, switches and clock. */
  reset(): Promise<void>
  /** Ends the simulator and removes the folder. */
  stop(): Promise<void>
}

/**
 * Runs the built `miniapp dev` on a small app that carries the SDK.
 * @param files what the app has beyond the sample and the SDK
 */
export const startDev = async (
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<DevSimulator> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'miniapp-dev-')))
  const save = async (path: string, content: string | Uint8Array) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const all = { ...sampleFiles(), [SDK_FILE_NAME]: await readFile(sdkFilePath()), ...files }
  for (const [path, content] of Object.entries(all)) await save(path, content)

  const child = spawn(
    process.execPath,
    [BINARY, 'dev', folder, '--format', 'json', '--port', '0', '--no-open'],
    {
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, USERPROFILE: folder, CI: 'true' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  const ready = await new Promise<{ url: string; control: string; token: string }>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`dev ended with ${code} before it served.`)))
    createInterface(child.stdout).on('line', (line) => {
      const message: unknown = JSON.parse(line)
      if (isReady(message)) resolve(message)
    })
  })
  const request = (path: string, init: RequestInit) =>
    fetch(new URL(path, ready.control), {
      ...init,
      headers: { Authorization: `Bearer ${ready.token}`, 'Content-Type': 'application/json' },
    })
  return {
    url: ready.url,
    control: ready.control,
    token: ready.token,
    folder,
    save,
    ask: async (path, init = {}) => (await request(path, init)).json(),
    reset: async () => {
      const response = await request('reset', { method: 'POST' })
      if (!response.ok) throw new Error(`reset: ${response.status} ${await response.text()}`)
    },
    stop: async () => {
      child.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const isReady = (message: unknown): message is { url: string; control: string; token: string } =>
  typeof message === 'object' && message !== null && Reflect.get(message, 'event') === 'ready'
