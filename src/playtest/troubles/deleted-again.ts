import { setTimeout as wait } from 'node:timers/promises'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import type { LearningPlayer, Scene } from '../learning-player.js'
import { type Look, settledLook } from '../look.js'
import { fillTexts, type LabelledControl, labelledControls } from '../page/labelled-controls.js'
import { boughtAll } from '../purchases.js'
import { closeSheets } from '../random-player.js'
import { numberOf, numbersIn, withNumber } from '../shown-numbers.js'
import { looksSame } from '../still-picture.js'
import { pressOne } from './begin.js'
import type { Stage } from './trouble.js'

/**
 * Deletes what it has written into a list of the app, or undoes what is drawn there, and opens the app again: what is gone must not
 * be back, and what is written after it must not take the place of what is left.
 */
export const deletedAgain = async (stage: Stage): Promise<readonly Breach[]> => {
  const { window, client, signal } = stage
  const reopened = async (): Promise<Look | null> => {
    // An app that saves when it is left does so.
    await client.setSwitches({ visible: false })
    await wait(SAVES_WHEN_HIDDEN_MS, undefined, { signal })
    await stage.close()
    await client.setSwitches({ visible: true })
    await stage.open()
    return settledLook(window)
  }
  // What was typed before stands in the fields.
  await reopened()
  const write = async (words: readonly string[]): Promise<void> => {
    for (const word of words)
      if ((await window.askApp(fillTexts, [word])) !== true || !(await pressWhere(stage, ADDS))) break
  }
  await write(WORDS)
  const controls = async (): Promise<readonly LabelledControl[]> =>
    (await window.askApp(labelledControls, null)) ?? []
  // The list may have more than what was written now.
  const isOfWritten = ({ label, context }: LabelledControl): boolean =>
    WORDS.some((word) => label.includes(word) || context.includes(word))
  const undoing = (await controls()).filter((one) => one.isButton && UNDOES.test(one.label))
  const chosen = undoing.find(isOfWritten) ?? undoing[0]
  if (chosen === undefined) return []
  const { label } = chosen
  const isUndoing = (one: LabelledControl): boolean =>
    one.label === label && isOfWritten(one) === isOfWritten(chosen)
  const before = await reopened()
  const labels = new Set((await controls()).map((one) => one.label))
  let after: Look | null = null
  for (let taps = 0; taps < MOST_TAPS; taps += 1) {
    if (!(await pressWhere(stage, isUndoing))) break
    after = await settledLook(window)
  }
  // A question whether one is sure changes nothing yet.
  const asks = (await controls()).some((one) => !labels.has(one.label) && !/\bredo\b/i.test(one.label))
  if (before === null || after === null || asks) return []
  await wait(SAVES_WITHIN_MS, undefined, { signal })
  const again = await reopened()
  const back = again === null ? null : whatIsBack(before, after, again)
  // Other buttons choose what a finger does next, and show that.
  if (back === null || (back === '' && !UNDO.test(label))) {
    if (again === null || !WORDS.some((word) => hasLine(again, word))) return []
    await write(LATER_WORDS)
    const written = await settledLook(window)
    await wait(SAVES_WITHIN_MS, undefined, { signal })
    const last = await reopened()
    const lost = written === null || last === null ? undefined : whatIsLost(written, last)
    return lost === undefined
      ? []
      : [{ ...breach('run/not-kept', stage.entry, lostBy(label, lost)), fix: OWN_KEY }]
  }
  const what = back === '' ? 'The view was changed' : `${quoted(back)} was removed`
  return [
    {
      ...breach(
        'run/not-kept',
        stage.entry,
        `${what} with the button ${quoted(label)}, and is as before after the app was closed and opened again.`,
      ),
      fix: 'Save again after something was removed or undone, and look for what is removed when the button is tapped, since places in a list change.',
    },
  ]
}

/** The numbers that someone sees who plays, also on buttons, by their lines: the largest of each. */
type MostSeen = Map<string, number>

/** Notes the numbers of a scene. @param most where they are noted */
export const noteNumbers = ({ lines, controls }: Scene, most: MostSeen): void => {
  for (const [line, number] of numbersOf({ lines, controls }))
    most.set(line, Math.max(most.get(line) ?? 0, number))
}

const numbersOf = ({ lines, controls }: Scene): ReadonlyMap<string, number> =>
  new Map(
    [...numbersIn([...new Set([...controls.map(({ label }) => label), ...lines])])].map(([line, number]) => [
      line,
      numberOf(number),
    ]),
  )

/**
 * Buys what is used up, uses one where a button says how many are left, and opens the app again: it must not be back.
 * @param unbought what was seen of the app before anything was bought
 */
export const spentAgain = async (
  stage: Stage,
  player: LearningPlayer,
  unbought: MostSeen,
): Promise<readonly Breach[]> => {
  const { window, client, products, signal } = stage
  const consumables = products.filter(({ kind }) => kind === 'consumable')
  if (consumables.length === 0) return []
  const data = await client.data()
  const bought = boughtAll(consumables, new Date())
  const buyer = data.ownerId ?? bought.ownerId
  const sales = (bought.sales ?? []).map((sale) => ({ ...sale, buyer: buyer ?? sale.buyer }))
  await stage.close()
  await client.setData({ ...data, sales })
  await stage.open()
  /** Plays until a button says how many there are of what was bought. @returns its line and their number */
  const left = async (wanted: string | null): Promise<readonly [line: string, left: number] | null> => {
    let found: readonly [string, number] | null = null
    await player.play(UNTIL_LEFT_MS, ({ controls }) => {
      for (const one of numbersOf({ lines: [], controls: controls.filter(({ isButton }) => isButton) }))
        if (wanted === null ? isBought(one, unbought) : one[0] === wanted) found ??= one
      return found !== null
    })
    return found
  }
  const first = await left(null)
  if (first === null) return []
  const [line, most] = first
  const isUsed = await pressWhere(stage, ({ label }) => numbersIn([label]).has(line))
  const second = isUsed ? await left(line) : null
  if (second === null || second[1] !== most - 1) return []
  await wait(SAVES_WITHIN_MS, undefined, { signal })
  await client.setSwitches({ visible: false })
  await wait(SAVES_WHEN_HIDDEN_MS, undefined, { signal })
  await stage.close()
  await client.setSwitches({ visible: true })
  await stage.open()
  const again = await left(line)
  await closeSheets(window)
  if (again?.[1] !== most) return []
  const what = `A tap on the button ${quoted(withNumber(line, String(most)))} used one of ${most}, but there are ${most} again after the app was closed and opened again.`
  return [
    {
      ...breach('run/not-kept', stage.entry, what),
      fix: 'Save what was used as soon as it is used, not only what was bought.',
    },
  ]
}

/** Whether a button counts what is left of something that nobody has who did not buy it. */
const isBought = ([line, number]: readonly [string, number], unbought: MostSeen): boolean =>
  LEFT.test(line) && number > 1 && number > (unbought.get(line) ?? 0)

const LEFT = /# left\b|\(#\)|[×x] ?#|# ?[×x]/i
const UNTIL_LEFT_MS = 60_000

/**
 * What is back that was gone: a text that was written for this, or an empty text for the view as a whole.
 * @param before as the app was opened @param after without what was deleted @param again as the app was opened once more
 */
export const whatIsBack = (
  before: Pick<Look, 'lines' | 'still'>,
  after: Pick<Look, 'lines' | 'still'>,
  again: Pick<Look, 'lines' | 'still'>,
): string | null => {
  const written = WORDS.filter((word) => hasLine(before, word))
  const gone = written.filter((word) => !hasLine(after, word))
  const back = gone.find((word) => hasLine(again, word))
  if (written.length > 0) return back ?? null
  const isSame = (one: Pick<Look, 'lines' | 'still'>, other: Pick<Look, 'lines' | 'still'>): boolean =>
    one.lines.join('\n') === other.lines.join('\n') && looksSame(one.still, other.still)
  const isBack = !isSame(before, after) && isSame(before, again) && !isSame(after, again)
  return isBack ? '' : null
}

/** What is lost though another text that was written with it is kept; nothing where the app keeps none. */
export const whatIsLost = (written: Pick<Look, 'lines'>, again: Pick<Look, 'lines'>): string | undefined => {
  const there = [...WORDS, ...LATER_WORDS].filter((word) => hasLine(written, word))
  return there.some((word) => hasLine(again, word)) ? there.find((word) => !hasLine(again, word)) : undefined
}

const hasLine = ({ lines }: Pick<Look, 'lines'>, word: string): boolean =>
  lines.some((line) => line.includes(word))

const lostBy = (label: string, lost: string): string =>
  `A text was removed with the button ${quoted(label)} and others were added: ${quoted(lost)} was among them, and is gone after the app was closed and opened again.`
const OWN_KEY =
  'Give each text a key that none had before: how many there are says nothing about which keys are taken once one was removed.'

const pressWhere = async (
  stage: Stage,
  isWanted: (control: LabelledControl) => boolean,
): Promise<boolean> => {
  const isPressed = await pressOne(stage, (all) => all.find((one) => one.isButton && isWanted(one)))
  if (isPressed) await wait(SHOWN_WITHIN_MS, undefined, { signal: stage.signal })
  return isPressed
}

/** Texts that no app shows by itself. */
const WORDS = ['quince jam', 'velvet owl', 'amber kite'] as const
const LATER_WORDS = ['copper bell', 'silver pine'] as const
const ADDS = ({ label }: LabelledControl): boolean =>
  /^\W*(?:add|create|save|enter|post)\b|^\W*\+\W*$/i.test(label)
const UNDOES = /\b(?:undo|delete|remove)\b(?!.*\bads?\b)|^\W*done\W*$|^[×✕✖🗑✓]\uFE0F?$/iu
const UNDO = /\bundo\b/i
const MOST_TAPS = 2
const SHOWN_WITHIN_MS = 400
const SAVES_WITHIN_MS = 1_500
const SAVES_WHEN_HIDDEN_MS = 200
