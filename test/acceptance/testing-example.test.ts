import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { CHROME_ARGUMENTS, findPageBrowser } from '../../src/build/browsers.mjs'
import { FEATURES } from '../../src/playtest/drivers/chromium.js'
import { SDK_FILE_NAME, sdkFilePath } from '../../src/sdk/sdk-file.js'
import { sampleFiles, sampleManifest } from '../support/fakes/sample-bundle.js'
import { runUnderVitest } from '../support/processes/example-under-vitest.js'
import { ROOT } from '../support/processes/npm.js'
import { startDev } from '../support/rigs/dev-simulator.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const require = createRequire(import.meta.url)

/** The app in the example of src/testing/README.md. */
const HELLO = {
  'manifest.json': sampleManifest({
    products: [
      {
        id: 'gems',
        title: 'Gems',
        statement: 'You receive 100 gems at once.',
        price: '2.5',
        kind: 'consumable',
      },
    ],
  }),
  'index.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hello</title>
<script src="service-miniapp.js"></script></head><body><button id="buy">Buy gems</button><script>
Service.ready()
document.querySelector('#buy').onclick = async () => {
  const { status, purchase } = await Service.pay({ product: 'gems' })
  if (status === 'paid') await Service.consume(purchase.id)
}</script></body></html>`,
}

it('runs the example of src/testing/README.md as it is', async () => {
  const folder = await temporaryFolder()
  const write = async (path: string, content: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const page = await readFile(join(ROOT, 'src/testing/README.md'), 'utf8')
  const example = /```js\n(import \{ readFile \}[\s\S]*?)```/.exec(page)?.[1]
  if (example === undefined) throw new Error('src/testing/README.md has no example.')
  await write('example.test.js', example)
  await write('package.json', '{"type":"module"}')
  const app = { ...sampleFiles(), [SDK_FILE_NAME]: await readFile(sdkFilePath()), ...HELLO }
  for (const [path, content] of Object.entries(app)) await write(join('hello', path), content)
  const dev = await startDev(HELLO)
  try {
    // Reading the saved data opens the host, which starts the log.
    await dev.ask('data')
    const log = (await dev.ask('calls')) as readonly unknown[]
    await write('session.ndjson', log.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  } finally {
    await dev.stop()
  }
  await mkdir(join(folder, 'node_modules/playwright'), { recursive: true })
  // Playwright, with the browser that is installed here.
  const core = pathToFileURL(require.resolve('playwright-core')).href
  await write('node_modules/playwright/package.json', '{"type":"module","main":"index.js"}')
  await write(
    'node_modules/playwright/index.js',
    `import core from ${JSON.stringify(core)}
export const chromium = { launch: () => core.chromium.launch({ executablePath: ${JSON.stringify(findPageBrowser())}, args: ${JSON.stringify([...CHROME_ARGUMENTS, ...FEATURES])} }) }`,
  )
  const { code, said } = await runUnderVitest(folder)
  expect(code, said).toBe(0)
  expect(said).toMatch(/3 passed/)
})
