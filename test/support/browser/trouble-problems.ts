import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { playtest } from '../../../src/playtest/playtest.js'
import type { ScenarioName } from '../../../src/playtest/scenario-names.js'
import { SDK_FILE_NAME, sdkFilePath } from '../../../src/sdk/sdk-file.js'
import { sampleFiles, sampleManifest } from '../fakes/sample-bundle.js'
import { temporaryFolder } from '../vitest/temporary-folder.js'
import { sharedDriver } from './browser.js'

/**
 * What `miniapp test --scenario NAME` finds in a small app, in this process and in the browser that the tests share.
 * @param body what its page has besides the SDK
 * @param manifest fields that its manifest has besides the sample's
 */
export const troubleProblems = async (
  scenario: ScenarioName,
  body: string,
  manifest: Readonly<Record<string, unknown>> = {},
): Promise<readonly { readonly rule: string; readonly message: string }[]> => {
  const cwd = await temporaryFolder()
  const files = {
    ...sampleFiles(),
    'manifest.json': sampleManifest(manifest),
    [SDK_FILE_NAME]: await readFile(sdkFilePath()),
    'index.html': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Test</title>
<script src="${SDK_FILE_NAME}" crossorigin></script><body>${body}</body></html>`,
  }
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true })
    await writeFile(join(cwd, path), content)
  }
  return problemsIn(cwd, scenario)
}

/** What `miniapp test --strict --scenario NAME` finds in an app of a folder. */
export const problemsIn = async (
  cwd: string,
  scenario: ScenarioName,
): Promise<readonly { readonly rule: string; readonly message: string }[]> => {
  const { problems } = await playtest({
    path: '.',
    cwd,
    browsers: [{ engine: 'chromium', executable: 'the one that runs already' }],
    system: { platform: process.platform, environment: process.env },
    start: sharedDriver,
    scenarios: [scenario],
    seed: 1,
    seconds: 3,
    torture: null,
    strict: true,
    jobs: 1,
    screenshots: null,
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
