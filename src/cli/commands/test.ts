import { InvalidArgumentError, Option } from 'commander'
import { ENGINES, type Engine } from '../../browser/engines.js'
import { MAX_SEATS } from '../../host/control/switches.js'
import { FRAME_MIN_WIDTH_PIXELS } from '../../platform/limits.js'
import type { Shard } from '../../playtest/plan.js'
import { SCENARIO_NAMES, type ScenarioName } from '../../playtest/scenarios.js'
import type { RegisterCommand } from '../context.js'
import {
  allowOption,
  MAX_SEED,
  reportFormatOption,
  tortureOption,
  verboseOption,
  wholeNumber,
} from '../options.js'
import type { TestFlags } from '../run-test.js'

/** `miniapp test`: reports what users would hit. */
export const registerTest: RegisterCommand = (program, context) =>
  program
    .command('test')
    .summary('run an app in a headless browser and report what users would hit')
    .description(
      `Run a folder or zip in the simulator, in an installed browser in headless mode: on a phone, at ${FRAME_MIN_WIDTH_PIXELS} pixels, in landscape and on a desktop, light and dark, in English and in a right-to-left language. Plays at random, the same way for the same seed, and reports what users would hit: errors, blocked requests, missing files, a blank first frame, refused calls and more.`,
    )
    .argument('[path...]', 'folders or zips of apps', ['.'])
    .addOption(
      new Option(
        '--browser <name>',
        'the installed browser: chromium is Chrome, Chromium or Edge; webkit is WebKitGTK on Linux and Safari on macOS; may be repeated',
      )
        .default(DEFAULT_BROWSERS, 'chromium')
        // Listed in the help and completed in a shell; the parser below takes several, with commas.
        .choices(BROWSER_NAMES)
        .argParser(severalOf(BROWSER_NAMES, DEFAULT_BROWSERS)),
    )
    .addOption(
      new Option(
        '--scenario <name>',
        'play this scenario instead of the default ones, such as calls that fail; all plays every one; may be repeated',
      )
        .choices(SCENARIO_CHOICES)
        .argParser(severalOf(SCENARIO_CHOICES, [])),
    )
    .option('--list', 'list the scenarios, and which are played by default')
    .option(
      '--seats <number>',
      `how many people play a match together if the app calls multiplayer, up to ${MAX_SEATS}; 1 plays no match (default: 2, or 3 where the host leaves)`,
      wholeNumber(1, MAX_SEATS),
    )
    .option('--seed <number>', 'the seed of the random play', wholeNumber(0, MAX_SEED), 1)
    .option(
      '--seconds <number>',
      'how long to play each scenario; 0 only opens the app',
      wholeNumber(0, 3_600),
      5,
    )
    .addOption(tortureOption())
    .option(
      '--against <original>',
      'also play the original (a folder, a page in it or a URL) on a plain server, and report what differs',
    )
    .option(
      '--jobs <number>',
      'how many scenarios to run in parallel (default: one per two processors)',
      wholeNumber(1, 4),
    )
    .option(
      '--connect <url>',
      'use browsers that run elsewhere: a Playwright server (ws://host:3000/) or DevTools (http://127.0.0.1:9222) for chromium, a WebDriver server such as a Selenium grid (http://127.0.0.1:4444) for firefox and webkit',
    )
    .option(
      '--shard <index/count>',
      'play only this part of all apps, browsers and scenarios, such as 1/4, so that several machines share the work',
      readShard,
    )
    .option('--screenshots <dir>', 'save screenshots of the app, sized for its listing')
    .option('--trace <dir>', 'save traces and call logs to investigate failures')
    .option(
      '--report <dir>',
      'write index.html into this folder: one page with findings, pictures and timelines',
    )
    .option('--open', 'open the page of --report in your browser')
    .option('--strict', 'also fail on warnings')
    .addOption(allowOption())
    .addOption(verboseOption())
    .addOption(reportFormatOption())
    .option('--output <file>', 'write the report to a file instead of stdout')
    .examples(`
  miniapp test                               test the app in the current folder
  miniapp test app.zip --strict --format github
  miniapp test --browser all                 also in Firefox and WebKit
  miniapp test --seconds 30 --seed 7 --trace .miniapp/trace
  miniapp test --against ../old-snake        play it beside its original
  miniapp test --scenario all                also with calls that fail, no connection, full storage and more
  miniapp test --seats 3 --scenario all      also three people in one match, whose host leaves, and more
  miniapp test --torture 7                   see how it handles random faults
  miniapp test --report .miniapp/report --open   with pictures and timelines, as a page
  miniapp test games/* --shard 1/4           a quarter of all scenarios of several apps
  miniapp test --connect ws://farm:3000/     in a browser on a Playwright server
  miniapp test --seconds 0 --screenshots .miniapp/shots

Set CHROME_PATH, FIREFOX_PATH or WEBKIT_DRIVER_PATH to use a program other than the one found.
`)
    .action(async (paths: string[], flags: TestFlags) => {
      const { runTest } = await import('../run-test.js')
      await runTest(paths, flags, context)
    })

const readShard = (text: string): Shard => {
  const [, index = '', of = ''] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []
  if (Number(index) >= 1 && Number(index) <= Number(of)) return { index: Number(index), of: Number(of) }
  throw new InvalidArgumentError('Give the part and the number of parts, such as 1/4.')
}

/**
 * Parses an option that may be repeated; a variable names several with commas between them.
 * @param preset what the option has if it is not given
 */
const severalOf =
  <Name extends string>(choices: readonly Name[], preset: readonly Name[]) =>
  (value: string, before: readonly Name[] = preset): readonly Name[] => {
    const named = value.split(',').map((text) => {
      const name = choices.find((one) => one === text.trim())
      if (name === undefined) throw new InvalidArgumentError(`Allowed choices are ${listed(choices)}.`)
      return name
    })
    return before === preset ? named : [...before, ...named]
  }

const listed = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const SCENARIO_CHOICES: readonly (ScenarioName | 'all')[] = [...SCENARIO_NAMES, 'all']

const BROWSER_NAMES: readonly (Engine | 'all')[] = [...ENGINES, 'all']

const DEFAULT_BROWSERS: readonly Engine[] = ['chromium']
