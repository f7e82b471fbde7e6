import { setTimeout as wait } from 'node:timers/promises'
import {
  AI_IMAGE_PROMPT_MAX_CHARACTERS,
  COVER_MAX_MS,
  STORAGE_WRITES_PER_MINUTE,
} from '../../platform/limits.js'
import { breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { cancelledDrags, deafControls, isForKeysOnly, watchDrags } from '../page/holdings.js'
import {
  coveredButton,
  fillTexts,
  hasMarkup,
  labelledControls,
  MARKED_TEXT,
} from '../page/labelled-controls.js'
import { emptied } from '../page/prepare.js'
import { EMPTIED, HOLDINGS } from '../page-names.js'
import { chooseOnSheet, closeSheets, dragOn } from '../random-player.js'
import { begin, CLOSES, pressOne } from './begin.js'
import { LEADS_AWAY, RICH } from './buying.js'
import { cancelling } from './cancelling.js'
import { explore, hadEffect, PLAIN_TEXT, type Tapped } from './explore.js'
import { pressEnter, typeByKeys } from './keyboard.js'
import { openedAgain } from './opened-again.js'
import { alikeIn, pairOfOne } from './pair-of-one.js'
import { savedEmpty } from './reopened.js'
import { touchedTwice } from './tap-counts.js'
import type { Stage, Trouble } from './trouble.js'

/** Nothing goes wrong: every button is tapped several times and at different moments. */
export const BUTTONS: Trouble = {
  name: 'buttons',
  expects: [],
  readyWithinMs: COVER_MAX_MS * 2,
  view: { holdings: true, clockwork: true },
  prepare: async (client) => {
    await client.setSwitches(RICH)
  },
  play: async (stage) => {
    const { window, client, entry } = stage
    await begin(stage)
    await wait(BEGINS_WITHIN_MS, undefined, { signal: stage.signal })
    const keysOnly = (await window.askApp(isForKeysOnly, HOLDINGS)) === true
    await window.askApp(watchDrags, HOLDINGS)
    await dragOn(window)
    const isCancelled = ((await window.askApp(cancelledDrags, HOLDINGS)) ?? 0) > 0
    await stage.close()
    await stage.open()
    await typeLong(stage)
    await useLong(stage)
    const untyped = await typeByKeys(stage)
    const deaf = new Set<string>()
    /** How often a tap on a control had no effect, and where. */
    const idle = new Map<string, { taps: number; readonly places: Set<string> }>()
    /** Where a tap had an effect: an open card is the same button as a closed one. */
    const alive = new Set<string>()
    /** Whether it is a game with cards or fields: a tap on an open one, which shows its face, does nothing. */
    let hasCards = false
    const cancels = cancelling(stage)
    const touches = touchedTwice(stage)
    const openings = openedAgain(stage)
    let becameHtml = false
    const watchedTap: Parameters<typeof explore>[2] = async (control) => {
      hasCards ||= alikeIn((await window.askApp(labelledControls, null)) ?? []).length > 0
      await openings.watch(control, () =>
        cancels.watch(control, () => touches.watch(control, () => watchEffect(control))),
      )
      becameHtml ||= (await window.askApp(hasMarkup, null)) === true
    }
    const watchEffect = async ({ label, isButton, place, tap }: Tapped): Promise<void> => {
      for (const control of (await window.askApp(deafControls, HOLDINGS)) ?? []) deaf.add(control)
      // What had an effect once is not dead.
      const known = idle.get(label) ?? { taps: 0, places: new Set() }
      if (!isButton || label === '' || known.taps === Number.NEGATIVE_INFINITY) return tap()
      // What closes something must do so each time.
      const closes = CLOSES.test(label)
      const had = await hadEffect(stage, tap, { mustShow: closes })
      if (had === null) return
      idle.set(label, known)
      known.places.add(place)
      const isDone = had && !closes
      known.taps = isDone ? Number.NEGATIVE_INFINITY : had ? 0 : known.taps + 1
      if (isDone) alive.add(place)
    }
    await explore(stage, TAPS, watchedTap, { playMs: PLAY_MS })
    const empty = (await window.askApp(emptied, EMPTIED)) ?? []
    const candidates = [...idle].flatMap(([label, { taps, places }]) => {
      const alike = [...idle].filter(([other]) => kindOf(other) === kindOf(label))
      const isOfMany = alike.length >= MANY && alike.some(([, one]) => one.taps === Number.NEGATIVE_INFINITY)
      const isFace = hasCards && [...label].length <= FACE_CHARACTERS
      const isAlive = isOfMany || isFace || [...places].every((place) => alive.has(place))
      return taps >= IDLE_TAPS && !isAlive ? [label] : []
    })
    const dead: string[] = []
    for (const label of candidates)
      if (CLOSES.test(label) || !(await worksInGame(stage, label)))
        dead.push(label.slice(0, LABEL_CHARACTERS))
    const breaches = [...new Set([...deaf, ...dead])].map((label) =>
      breach(
        'run/dead-button',
        entry,
        deaf.has(label)
          ? `Nothing in the app handles a tap on the button ${quoted(label)}.`
          : `The button ${quoted(label)} was tapped ${IDLE_TAPS} times at different moments: nothing that the app shows changed, and it made no call and no sound.`,
      ),
    )
    const pairs = await pairOfOne(stage)
    const pressed = await pressEnter(stage)
    const covered = await coveredAfterTaps(stage)
    return [
      ...untyped,
      ...breaches,
      ...(covered === null
        ? []
        : [{ ...breach('run/dead-button', entry, coveredBy(covered)), fix: UNCOVER }]),
      ...cancels.found,
      ...touches.found,
      ...pairs,
      ...pressed,
      ...openings.found,
      ...savedEmpty(entry, empty, await client.calls()),
      ...(becameHtml ? [breach('run/text-as-html', entry, AS_HTML)] : []),
      ...(keysOnly ? [breach('run/keys-only', entry, KEYS_ONLY)] : []),
      ...(isCancelled ? [breach('run/drag-cancelled', entry, CANCELLED)] : []),
    ]
  },
}

/**
 * Taps the first buttons many times in one sitting, as for what an app celebrates.
 * @returns the label of a button that something covers since then which shows nothing, once what moves is over; null where none is
 */
const coveredAfterTaps = async (stage: Stage): Promise<string | null> => {
  const { window, client, signal } = stage
  await stage.close()
  await client.advance('1m')
  await stage.open()
  for (let taps = 0; taps < MANY_TAPS; taps += 1) {
    const tapped = await pressOne(stage, (controls) => {
      const buttons = controls
        .filter((one) => one.isButton && !LEADS_AWAY.test(one.label))
        .slice(0, FIRST_BUTTONS)
      return buttons[taps % Math.max(1, buttons.length)]
    })
    await closeSheets(window)
    if (!tapped && (await window.askApp(coveredButton, null)) === null) return null
    if (tapped) continue
    await wait(EFFECTS_MS, undefined, { signal })
    return (await window.askApp(coveredButton, null)) ?? null
  }
  return null
}

/** Whether a button that did nothing before does something, or something moves, right after a game was begun. */
const worksInGame = async (stage: Stage, label: string): Promise<boolean> => {
  await stage.close()
  await stage.open()
  if ((await begin(stage)) === null) return false
  await wait(SHOWN_WITHIN_MS, undefined, { signal: stage.signal })
  const tap = (): Promise<unknown> =>
    pressOne(stage, (controls) => controls.find((one) => one.label === label))
  return (await hadEffect(stage, tap)) !== false
}

/** Types as much as people do in a minute: an app that saves each character makes more calls than the host takes. */
const typeLong = async (stage: Stage): Promise<void> => {
  if ((await stage.window.askApp(fillTexts, TYPED)) !== true) return
  await wait(BEGINS_WITHIN_MS, undefined, { signal: stage.signal })
  await stage.close()
  await stage.client.advance('1m')
  await stage.open()
}

/** Taps what takes a text, with as much in each field as it lets people type: the host takes less, and the log says so. */
const useLong = async (stage: Stage): Promise<void> => {
  const { window, client, signal } = stage
  const fill = (): Promise<boolean | null> => window.askApp(fillTexts, [PLAIN_TEXT, LONG])
  if ((await fill()) !== true) return
  const labels = ((await window.askApp(labelledControls, null)) ?? []).flatMap(({ label, isButton }) =>
    isButton && !CLOSES.test(label) ? [label] : [],
  )
  for (const label of labels.slice(0, MOST_LONG)) {
    await fill()
    await pressOne(stage, (controls) => controls.find((one) => one.label === label))
    await wait(SHOWN_WITHIN_MS, undefined, { signal })
    // The consent to the AI comes first.
    await chooseOnSheet(window, ACCEPTS)
    await wait(SHOWN_WITHIN_MS, undefined, { signal })
    await closeSheets(window)
  }
  await stage.close()
  await client.advance('1m')
  await stage.open()
}

/** The cards or fields of a game are of one kind: those that are open, or taken, do nothing for a while. */
const kindOf = (label: string): string => /^\P{L}*\p{L}*/u.exec(label)?.[0] ?? label

const coveredBy = (label: string): string =>
  `After many taps, something that shows nothing lies over the page and takes every tap, also on ${quoted(label)}.`
const UNCOVER = 'Remove it once it was seen, or let taps through it with `pointer-events: none`.'

const KEYS_ONLY =
  'On a phone, the game listens to keys, but nothing on screen handles touch while it is played.'

const CANCELLED =
  'On a phone, the game follows a finger over the canvas, but the browser takes the drag for scrolling after a few pixels: pointercancel.'

const AS_HTML = `The text ${quoted(MARKED_TEXT)} was typed into a field, and the app shows it as HTML.`

const TAPS = 40
/** More characters than a minute has saves. */
const TYPED = Array.from({ length: STORAGE_WRITES_PER_MINUTE + 30 }, (_, index) => 'a'.repeat(index + 1))
/** More than a picture may be asked for with. */
const LONG = 'hello '.repeat(Math.ceil(AI_IMAGE_PROMPT_MAX_CHARACTERS / 5))
const MOST_LONG = 6
/** The first button of a sheet. */
const ACCEPTS = 0
/** Some controls are shown only once someone has scored. */
const PLAY_MS = 120_000
const BEGINS_WITHIN_MS = 1_000
const SHOWN_WITHIN_MS = 300
/** Longer than what people celebrate with. */
const EFFECTS_MS = 6_000
const MANY_TAPS = 24
const FIRST_BUTTONS = 2
const IDLE_TAPS = 3
const MANY = 4
/** A letter or a picture; some pictures are two characters. */
const FACE_CHARACTERS = 2
const LABEL_CHARACTERS = 60
