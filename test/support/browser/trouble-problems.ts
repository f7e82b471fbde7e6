import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { playtest } from '../../../src/playtest/playtest.js'
import type { ScenarioName } from '../../../src/playtest/scenarios.js'
import { SDK_FILE_NAME, sdkFilePath } from '../../../src/sdk/sdk-file.js'
import { sampleFiles, sampleManifest } from '../fakes/sample-bundle.js'
import { temporaryFolder } from '../vitest/temporary-folder.js'
import { sharedDriver } from './browser.js'

/** What `miniapp test` finds, in short. */
type Found = readonly { readonly rule: string; readonly message: string }[]

/**
 * What `miniapp test --scenario NAME` finds in a small app, in this process and in the browser that the tests share.
 * @param body what its page has besides the SDK
 * @param manifest fields that its manifest has besides the sample's
 * @param seats how many people play it
 */
export const troubleProblems = async (
  scenario: ScenarioName,
  body: string,
  manifest: Readonly<Record<string, unknown>> = {},
  seats = 1,
): Promise<Found> =>
  problemsOf(
    {
      ...sampleFiles(),
      'manifest.json': sampleManifest(manifest),
      'index.html': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Test</title>
<script src="${SDK_FILE_NAME}" crossorigin></script><body>${body}</body></html>`,
    },
    { scenarios: [scenario], seats, seconds: 3 },
  )

/** A change to a file of a template: a text that is there once, and what it becomes. */
export interface TemplateEdit {
  readonly file: string
  readonly from: string
  readonly to: string
}

/**
 * What `miniapp test --scenario NAME --seats N` finds in a changed copy of a template, in the same way.
 * @throws {Error} if a change does not fit
 */
export const templateProblems = async (
  template: string,
  edits: readonly TemplateEdit[],
  options: { readonly scenarios: readonly ScenarioName[]; readonly seats: number },
): Promise<Found> => {
  const folder = join(import.meta.dirname, '../../../templates', template)
  const files: Record<string, string | Uint8Array> = {}
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile()) files[entry.name] = await readFile(join(folder, entry.name))
  for (const { file, from, to } of edits) {
    const text = Buffer.from(files[file] ?? '').toString('utf8')
    if (text.split(from).length !== 2) throw new Error(`${file} does not have this once: ${from}`)
    files[file] = text.replace(from, () => to)
  }
  return problemsOf(files, options)
}

const problemsOf = async (
  files: Readonly<Record<string, string | Uint8Array>>,
  {
    scenarios,
    seats,
    seconds = 5,
  }: {
    readonly scenarios: readonly ScenarioName[]
    readonly seats: number
    readonly seconds?: number
  },
): Promise<Found> => {
  const cwd = await temporaryFolder()
  const all = { ...files, [SDK_FILE_NAME]: await readFile(sdkFilePath()) }
  for (const [path, content] of Object.entries(all)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true })
    await writeFile(join(cwd, path), content)
  }
  return problemsIn(cwd, scenarios, seats, seconds)
}

/** What `miniapp test --strict --scenario NAME` finds in an app of a folder. */
export const problemsIn = async (
  cwd: string,
  scenarios: readonly ScenarioName[],
  seats = 1,
  seconds = 3,
): Promise<Found> => {
  const { problems } = await playtest({
    path: '.',
    cwd,
    browsers: [{ engine: 'chromium', executable: 'the one that runs already' }],
    system: { platform: process.platform, environment: process.env },
    start: sharedDriver,
    scenarios,
    seats,
    seed: 1,
    seconds,
    torture: null,
    strict: true,
    jobs: 1,
    screenshots: null,
    pixelRatio: 1,
    trace: null,
    signal: new AbortController().signal,
    original: null,
    firstOnly: false,
    pictures: join(cwd, 'pictures'),
    onScenario: () => {},
    onOriginal: () => {},
  })
  return problems.map(({ rule, message }) => ({ rule, message }))
}
