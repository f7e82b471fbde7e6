import type { Engine } from '../browser/engines.js'
import { Failure } from '../failure.js'
import { canPlay } from './playtest.js'
import { factsAt } from './purchases.js'
import { type ScenarioName, scenariosFor } from './scenarios.js'
import { seatsOf } from './together/uses-multiplayer.js'

/** One of several parts of a run, from 1. */
export interface Shard {
  readonly index: number
  readonly of: number
}

/** A shard as `--shard` takes it. */
export const shardName = ({ index, of }: Shard): string => `${index}/${of}`

/** One piece of a run: a scenario of an app in a browser. */
export interface Piece {
  /** The place of the app's path among all paths. */
  readonly place: number
  readonly engine: Engine
  /** Null where the app cannot be played: that is one piece, so that one shard reports it. */
  readonly name: ScenarioName | null
}

/** The share of a shard: neighbours, so that as few shards as possible start the same app. */
export const shardOf = <Item>(items: readonly Item[], { index, of }: Shard): readonly Item[] =>
  items.slice(Math.floor((items.length * (index - 1)) / of), Math.floor((items.length * index) / of))

/**
 * All pieces of a run, in the order in which they are played. They depend on nothing but the manifests and the flags, so that
 * every machine counts the same.
 * @param named the scenarios to play; null for those that are played by default
 * @param seats how many people play; default: as the app needs
 */
export const piecesOf = async (
  paths: readonly string[],
  cwd: string,
  engines: readonly Engine[],
  named: readonly ScenarioName[] | null,
  seats?: number,
): Promise<readonly Piece[]> => {
  const pieces: Piece[] = []
  for (const [place, path] of paths.entries()) {
    const facts = await factsAt(path, cwd).catch((error: unknown) => {
      if (error instanceof Failure && error.kind !== 'interrupted') return null
      throw error
    })
    const people = facts === null ? 1 : await seatsOf(path, cwd, seats, named)
    const own =
      facts === null
        ? []
        : engines.flatMap((engine) =>
            scenariosFor(facts.orientation, named, people)
              .filter(({ name }) => canPlay(engine, name))
              .map(({ name }) => ({ place, engine, name })),
          )
    const [engine = 'chromium'] = engines
    pieces.push(...(own.length === 0 ? [{ place, engine, name: null }] : own))
  }
  return pieces
}
