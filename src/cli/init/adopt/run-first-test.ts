import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installedBrowser, thisMachine } from '../../../browser/installed-browser.js'
import { LOCAL_FOLDER } from '../../../durable/folders.js'
import { Failure, usageFailure } from '../../../failure.js'
import type { Original } from '../../../playtest/beside/original.js'
import { type PlaytestResult, playtest } from '../../../playtest/playtest.js'
import { safeLine } from '../../../terminal/safe-text.js'
import type { CommandContext } from '../../context.js'
import { displayPath } from '../answers.js'
import type { AdoptResult } from './adopt-result.js'
import type { PlayVerdict } from './play-verdict.js'

/**
 * The browser that plays a new app; null where none is wanted, or none is installed.
 * @param wanted what `--test` and `--no-test` say
 * @throws {Failure} `usage` where `--test` needs one and none is installed
 */
export const findBrowser = (wanted: boolean | undefined, context: CommandContext): string | null => {
  if (wanted === false) return null
  const browser = installedBrowser(thisMachine(context.environment))
  if (browser !== null || wanted !== true) return browser
  throw usageFailure(
    'No Chrome, Chromium or Edge is installed, and --test needs one.',
    'Install one, name it with CHROME_PATH, or leave --test out.',
  )
}

/**
 * Plays a new project beside its original, where a browser is there. A game that asks to turn an upright phone is played again on
 * its side. The project is written by now: unless `--test` asks for it, a browser that fails does not take the report away.
 * @param judge says what becomes of what was played
 * @param turn says in the manifest how the app is held; null where the game says so itself
 */
export const playFirst = async (
  folder: string,
  original: () => Promise<Original>,
  browser: string | null,
  wanted: boolean | undefined,
  judge: (result: PlaytestResult) => PlayVerdict,
  turn: ((isOnItsSide: boolean) => Promise<void>) | null,
  context: CommandContext,
): Promise<Pick<AdoptResult, 'test' | 'notPlayed'> & { readonly isTurned: boolean }> => {
  if (wanted === false) return { test: null, notPlayed: null, isTurned: false }
  if (browser === null) return { test: null, notPlayed: NO_BROWSER, isTurned: false }
  try {
    const play = async (): Promise<NonNullable<AdoptResult['test']>> =>
      runFirstTest(folder, await original(), browser, wanted === true, judge, context)
    const upright = await play()
    if (turn === null || !asksToTurn(upright)) return { test: upright, notPlayed: null, isTurned: false }
    await turn(true)
    const onItsSide = await play()
    // What asks in any case does not mean it.
    if (!asksToTurn(onItsSide)) return { test: onItsSide, notPlayed: null, isTurned: true }
    await turn(false)
    return { test: upright, notPlayed: null, isTurned: false }
  } catch (error) {
    if (wanted === true || context.interrupted.aborted || !(error instanceof Failure)) throw error
    return { test: null, notPlayed: error.message, isTurned: false }
  }
}

const asksToTurn = ({ result }: NonNullable<AdoptResult['test']>): boolean =>
  result.problems.some(({ rule }) => rule === 'run/asks-to-turn')

const NO_BROWSER =
  'no Chrome, Chromium or Edge is installed. Install one, or name it with CHROME_PATH, and run miniapp test.'

/** How long each size is played: long enough for a first level to load. */
const SECONDS = 5

/**
 * Plays a new project as `miniapp test` does, beside its original, and keeps its pictures where no bundle and no repository has
 * them.
 * @param isWhole whether all sizes are played, not only the first
 */
const runFirstTest = async (
  folder: string,
  original: Original,
  browser: string,
  isWhole: boolean,
  judge: (result: PlaytestResult) => PlayVerdict,
  { cwd, environment, note, noteStyles, interrupted }: CommandContext,
): Promise<NonNullable<AdoptResult['test']>> => {
  const pictures = join(folder, LOCAL_FOLDER, 'pictures')
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
    original,
    firstOnly: !isWhole,
    pictures,
    screenshots: pictures,
    pixelRatio: 1,
    trace: null,
    signal: interrupted,
    onScenario: ({ name, theme, locale }, _browser, index, of) =>
      note(noteStyles.dim(`${index + 1}/${of} ${name} (${theme}, ${locale})`)),
    onOriginal: ({ name, isOwn }) =>
      note(noteStyles.dim(isOwn === true ? `on ${name}` : `beside its original ${safeLine(name)}`)),
  })
  const first = result.scenarios
    .map(({ name }) => join(pictures, `${name}.png`))
    .find((path) => existsSync(path))
  return { result, picture: first === undefined ? null : displayPath(first, cwd), plays: judge(result) }
}
