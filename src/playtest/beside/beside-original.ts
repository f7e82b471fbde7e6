import { writeFile } from 'node:fs/promises'
import { availableParallelism, freemem } from 'node:os'
import { join, relative } from 'node:path'
import { withSlashes } from '../../bundle/paths.js'
import { makeFolder } from '../../durable/folders.js'
import { MB } from '../../platform/units.js'
import type { Driver } from '../drivers/driver.js'
import { type Breach, breach, type ComparedPictures } from '../judge.js'
import type { Look } from '../look.js'
import { type PlacedVisit, type PlayOptions, viewOf } from '../play-scenario.js'
import type { Scenario } from '../scenarios.js'
import {
  type ComparedVisit,
  compareVisits,
  type Difference,
  isWithoutInternet,
  mayFailLater,
  originalPlays,
} from './compare.js'
import type { Original } from './original.js'
import type { FramePlace } from './plain-server.js'
import { type Visit, visitOriginal } from './visit.js'

/** How a mini app plays beside its original. */
export interface Comparison {
  /** The original, as people write it. */
  readonly name: string
  /** Whether it is the app itself, without the frame. */
  readonly isOwn: boolean
  /** Whether the original plays: one that shows nothing, or only an error, has nothing to compare. */
  readonly plays: boolean
  /** Whether it took too long to load or to answer, so that nobody knows what it shows. */
  readonly isTooSlow: boolean
  /** Whether it asked the internet for something and got no answer: what it shows is then not all of it. */
  readonly withoutInternet: boolean
  readonly differences: readonly (Difference & { readonly pictures: ComparedPictures | null })[]
}

/** An original that is played beside the app. */
export interface Beside {
  readonly original: Original
  /** Plays it, once it is known where the app's frame is. */
  readonly visit: (place: FramePlace) => Promise<Visit>
  /** Plays it once more, twice as long. */
  readonly visitAgain: (place: FramePlace) => Promise<Visit>
  /** Whether it is played already. */
  readonly isPlayed: () => boolean
}

/**
 * Plays an original as the app is played, at most once: while the app is played where memory and processors allow that, else
 * afterwards.
 */
export const besideOf = (
  driver: Driver,
  original: Original,
  scenario: Scenario,
  options: PlayOptions,
): Beside => {
  let visit: Promise<Visit> | null = null
  const play = (place: FramePlace, seconds: number): Promise<Visit> =>
    visitOriginal(driver, original, viewOf(scenario, options), place, { ...options, seconds })
  return {
    original,
    visitAgain: (place) => play(place, options.seconds * 2),
    isPlayed: () => visit !== null,
    visit: (place) => {
      if (visit === null) {
        visit = play(place, options.seconds)
        // A second caller gets the failure.
        visit.catch(() => {})
      }
      return visit
    },
  }
}

/** Whether two games can be played at the same time, and neither is slowed down so much that it plays differently. */
export const canPlayTwo = (): boolean => availableParallelism() > 1 && freemem() > LEAST_FREE_BYTES

/** What a second page of a large game may need. */
const LEAST_FREE_BYTES = 1_500 * MB

/** Compares what people would notice in an app that was just played and in its original. */
export const besideOriginal = async (
  { original, visit, visitAgain }: Beside,
  here: PlacedVisit,
  scenario: Scenario,
  options: PlayOptions & {
    readonly pictures: string
    readonly cwd: string
    /** Called with what the original showed. */
    readonly onVisit: (there: Visit) => void
  },
): Promise<Comparison | null> => {
  if (here.place === null) return null
  const isOwn = original.isOwn === true
  try {
    const there = await visit(here.place)
    options.onVisit(there)
    const withoutInternet = isWithoutInternet(there)
    if (!originalPlays(there))
      return { name: original.name, isOwn, plays: false, isTooSlow: false, withoutInternet, differences: [] }
    const compared = (original: ComparedVisit): readonly Difference[] =>
      compareVisits(here, original, isOwn ? 'the app on a plain server' : 'the original').filter(
        ({ kind }) => !(isOwn && LOGGED.includes(kind)) && !(withoutInternet && SHOWN.includes(kind)),
      )
    let found = compared(there)
    if (mayFailLater(here, there, found))
      found = compared({ ...there, laterErrors: (await visitAgain(here.place)).errors })
    const keep = picturesOf(here, there, scenario.name, options)
    const differences: Comparison['differences'][number][] = []
    for (const difference of found)
      differences.push({ ...difference, pictures: await keep(difference.moment) })
    return { name: original.name, isOwn, plays: true, isTooSlow: false, withoutInternet, differences }
  } finally {
    await original.close?.()
  }
}

/** What the app's log has, too, and is reported for itself, with its place. */
const LOGGED: readonly Difference['kind'][] = ['missing-file', 'blocked', 'error']

/** What may look and read differently because the original lacks what it loads from the internet. */
const SHOWN: readonly Difference['kind'][] = ['text', 'picture']

/** Keeps the pictures of both visits that show a difference best, each once. */
const picturesOf = (
  here: Visit,
  there: Visit,
  name: string,
  { pictures, cwd }: { readonly pictures: string; readonly cwd: string },
): ((moment: Difference['moment']) => Promise<ComparedPictures | null>) => {
  const kept = new Map<string, string>()
  const save = async (look: Look, file: string): Promise<string> => {
    const path = join(pictures, file)
    if (!kept.has(path)) {
      await makeFolder(pictures)
      await writeFile(path, look.picture)
      kept.set(path, withSlashes(relative(cwd, path)))
    }
    return kept.get(path) ?? path
  }
  return async (moment) => {
    const [ours, theirs] = [here[moment] ?? here.first, there[moment] ?? there.first]
    if (ours === null || theirs === null) return null
    return {
      here: await save(ours, `${name}-${moment}-here.png`),
      original: await save(theirs, `${name}-${moment}-original.png`),
    }
  }
}

/** The differences as what a scenario violates. */
export const differenceBreaches = (entry: string, { isOwn, differences }: Comparison): readonly Breach[] =>
  differences
    .filter(({ kind }) => !LOGGED.includes(kind))
    .map(({ message, pictures }) => ({
      ...breach(isOwn ? 'run/differs-in-frame' : 'run/differs-from-original', entry, message),
      ...(pictures === null ? {} : { pictures }),
    }))
