import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SDK_FILE_NAME, sdkFilePath } from '../../../src/sdk/sdk-file.js'
import { sampleFiles } from '../fakes/sample-bundle.js'
import { startSimulator } from '../processes/built-testing.js'

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
 * Runs the built simulator, in this process, on a small app that carries the SDK.
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

  const simulator = await startSimulator(folder, { data: join(folder, '.miniapp') })
  const request = (path: string, init: RequestInit) =>
    fetch(new URL(path, simulator.control), {
      ...init,
      headers: { Authorization: `Bearer ${simulator.token}`, 'Content-Type': 'application/json' },
    })
  return {
    url: simulator.url,
    control: simulator.control,
    token: simulator.token,
    folder,
    save,
    ask: async (path, init = {}) => (await request(path, init)).json(),
    reset: async () => {
      const response = await request('reset', { method: 'POST' })
      if (!response.ok) throw new Error(`reset: ${response.status} ${await response.text()}`)
    },
    stop: async () => {
      await simulator.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
