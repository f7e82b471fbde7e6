import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { withSlashes } from '../../bundle/within.js'
import type { Driver } from '../drivers/driver.js'
import { type Breach, breach, type ComparedPictures } from '../judge.js'
import type { Look } from '../look.js'
import { type PlacedVisit, type PlayOptions, viewOf } from '../play-scenario.js'
import type { Scenario } from '../scenarios.js'
import { compareVisits, type Difference, originalPlays } from './compare.js'
import type { Original } from './original.js'
import { type Visit, visitOriginal } from './visit.js'

/** How a mini app plays beside its original. */
export interface Comparison {
  /** The original, as people write it. */
  readonly name: string
  /** Whether the original plays: one that shows nothing, or only an error, has nothing to compare. */
  readonly plays: boolean
  readonly differences: readonly (Difference & { readonly pictures: ComparedPictures | null })[]
}

/** Plays the original of an app that was just played, in the same way, and compares what people would notice. */
export const besideOriginal = async (
  driver: Driver,
  original: Original,
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
  const there = await visitOriginal(driver, original, viewOf(scenario, options), here.place, options)
  options.onVisit(there)
  if (!originalPlays(there)) return { name: original.name, plays: false, differences: [] }
  const found = compareVisits(here, there)
  const keep = picturesOf(here, there, scenario.name, options)
  const differences: Comparison['differences'][number][] = []
  for (const difference of found) differences.push({ ...difference, pictures: await keep(difference.moment) })
  return { name: original.name, plays: true, differences }
}

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
      await mkdir(pictures, { recursive: true })
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
export const differenceBreaches = (entry: string, { differences }: Comparison): readonly Breach[] =>
  differences.map(({ message, pictures }) => ({
    ...breach('run/differs-from-original', entry, message),
    ...(pictures === null ? {} : { pictures }),
  }))
