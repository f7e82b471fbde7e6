import type { Player } from '../../platform/events.js'
import { isoTime } from '../../platform/units.js'
import type { MatchRecord } from './match-record.js'
import type { Ending } from './match-registry.js'
import type { MatchView } from './match-view.js'

/** A match as the developer sees it. */
export const viewOf = (
  { match, at, reason }: Ending,
  record: MatchRecord | null,
  shown: (person: string) => Player & { readonly waiting: boolean },
  now: number,
): MatchView => ({
  id: match.id,
  code: match.code,
  maxPlayers: match.maxPlayers,
  public: match.public,
  meta: match.meta,
  host: match.players[0] ?? '',
  startedAt: isoTime(match.startedAt),
  endsAt: isoTime(at),
  ends: reason,
  players: match.players.flatMap((person) => {
    const counts = record?.player(person, now) ?? null
    return counts === null ? [] : [{ ...shown(person), ...counts }]
  }),
  holding: record?.held.holding ?? false,
  held: record?.held.count ?? 0,
  sync: record === null || record.states.isEmpty ? null : record.states.view(now),
  messages: record?.messages() ?? [],
})
