import { expect } from 'vitest'
import type { ContractOutcome, ContractSeat } from './contract.js'

/** What the cases need of a match that somebody is in (2.7). */
export interface Match {
  readonly id: string
  readonly code: string
  readonly me: string
}

/** The match that a person is in now. */
export const matchOf = (outcome: ContractOutcome): Match => {
  expect(outcome).toMatchObject({ result: { status: 'joined', match: { code: expect.any(String) } } })
  return (outcome as { readonly result: { readonly match: Match } }).result.match
}

/** Hosts a person's first match, before which they are asked for a nickname. */
export const host = async (seat: ContractSeat, nickname: string, params: object = {}): Promise<Match> =>
  matchOf(await seat.choose('mp.host', { max_players: 8, ...params }, 'nickname', { nickname }))

/** Joins a match as a person's first one. */
export const join = async (seat: ContractSeat, nickname: string, name: object): Promise<Match> =>
  matchOf(await seat.choose('mp.join', name, 'nickname', { nickname }))

/** All that the app was told by now: an answer comes after every event before it. */
export const told = async (seat: ContractSeat): Promise<readonly (readonly [string, unknown])[]> => {
  await seat.call('ready', {}, false)
  return (await seat.events()).map(({ event, data }) => [event, data])
}
