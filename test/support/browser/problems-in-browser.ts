import { playtest } from '../../../src/playtest/playtest.js'
import { sharedDriver } from './browser.js'

/**
 * What `miniapp test --strict --seconds 0` finds in an app, in this process and in the browser that the tests share: a process
 * and a browser of its own take seconds to start.
 */
export const problemsInBrowser = async (app: string): Promise<readonly unknown[]> => {
  const { problems } = await playtest({
    path: '.',
    cwd: app,
    browsers: [{ engine: 'chromium', executable: 'the one that runs already' }],
    system: { platform: process.platform, environment: process.env },
    start: sharedDriver,
    seed: 1,
    seconds: 0,
    torture: null,
    strict: true,
    jobs: 1,
    original: null,
    firstOnly: false,
    pictures: '.',
    screenshots: null,
    pixelRatio: 1,
    trace: null,
    signal: new AbortController().signal,
    onScenario: () => {},
    onOriginal: () => {},
  })
  // How long a frame takes says more of a busy machine than of the app.
  return problems.filter(({ rule }) => rule !== 'run/long-frames')
}
