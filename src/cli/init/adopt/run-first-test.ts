import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installedBrowser, thisMachine } from '../../../browser/installed-browser.js'
import { Failure } from '../../../failure.js'
import { playtest } from '../../../playtest/playtest.js'
import type { CommandContext } from '../../context.js'
import { displayPath } from '../answers.js'
import type { AdoptResult } from './adopt-result.js'

/** @throws {Failure} `usage` where no browser is installed */
export const findBrowser = (context: CommandContext): string => {
  const browser = installedBrowser(thisMachine(context.environment))
  if (browser !== null) return browser
  throw new Failure(
    'usage',
    'No Chrome, Chromium or Edge is installed, and --test needs one.',
    'Install one, name it with CHROME_PATH, or leave --test out.',
  )
}

/** How long each size is played: long enough for a first level to load. */
const SECONDS = 5

/** Plays a new project as `miniapp test` does, and keeps its pictures where no bundle and no repository has them. */
export const runFirstTest = async (
  folder: string,
  browser: string,
  { cwd, environment, note, noteStyles, interrupted }: CommandContext,
): Promise<NonNullable<AdoptResult['test']>> => {
  const pictures = join(folder, '.miniapp', 'pictures')
  const result = await playtest({
    path: folder,
    cwd,
    browsers: [{ engine: 'chromium', executable: browser }],
    system: thisMachine(environment),
    seed: 1,
    seconds: SECONDS,
    torture: null,
    strict: false,
    jobs: 1,
    original: null,
    pictures,
    screenshots: pictures,
    trace: null,
    signal: interrupted,
    onScenario: ({ name, theme, locale }, _browser, index, of) =>
      note(noteStyles.dim(`${index + 1}/${of} ${name} (${theme}, ${locale})`)),
    onOriginal: () => {},
  })
  const first = result.scenarios
    .map(({ name }) => join(pictures, `${name}.png`))
    .find((path) => existsSync(path))
  return { result, picture: first === undefined ? null : displayPath(first, cwd) }
}
