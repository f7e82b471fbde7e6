import type { RuleText } from '../../check/rule.js'
import { MESSAGE_BURST, MESSAGES_PER_SECOND } from '../../platform/limits.js'

/** The line that lets the states of players be compared, in an app that counts its turns. */
export const STATE_LINE =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of the app.
  'console.debug(`miniapp:state ${turn} ${hash}`)'

/** The rules of the scenarios that several people play. */
export const TOGETHER_RULES = [
  {
    id: 'run/players-disagree',
    level: 'error',
    impact: 'breaks',
    section: '4.8',
    breach: "The apps of a match's players are in different states.",
    why: 'From then on, each player sees a different game: another score, another winner.',
    remedy:
      "Compute the state only from the messages, in one order. Let one player choose random values and send them. Do not use the device's clock, its language or the order in which messages arrive, and request missing messages again.",
  },
  {
    id: 'run/player-dropped',
    level: 'error',
    impact: 'breaks',
    section: '4.8',
    breach: 'A player was dropped from the match without leaving it.',
    why: 'The app left its page, reloaded or was stopped, which ends the match for that player.',
    remedy: 'Look in the log for what the app did just before.',
  },
  {
    id: 'run/messages-too-fast',
    level: 'error',
    impact: 'breaks',
    section: '8.3',
    breach: 'Messages of a match were dropped, because a player sent too many.',
    why: `A player can send ${MESSAGES_PER_SECOND} messages a second, with bursts of up to ${MESSAGE_BURST}. The others never get the rest.`,
    remedy: 'Send what changed, at most ten times a second, not on every frame.',
  },
  {
    id: 'run/match-stands-still',
    level: 'error',
    impact: 'breaks',
    section: '4.8',
    breach: 'A match stopped for the players who were left in it.',
    why: 'Players leave, lose their connection or take a call. The others then wait for a message that never comes.',
    remedy:
      "On multiplayer.on('left'), pass on the turn of a player who left. On 'host', let the new host continue and send its state to everyone. Ask the host for the state after a missing message, and after the app becomes visible again.",
  },
  {
    id: 'run/player-shut-out',
    level: 'error',
    impact: 'breaks',
    section: '4.8',
    breach: 'A player could not play because of the clock or the language of the device.',
    why: 'Clocks of devices differ by minutes, and languages write numbers and dates in different ways.',
    remedy:
      'Send the remaining time instead of a clock time, and send numbers as numbers, not as formatted text.',
  },
  {
    id: 'run/sends-to-nobody',
    level: 'error',
    impact: 'breaks',
    section: '4.8',
    breach: 'A player keeps sending messages to a player who has left the match.',
    why: 'Nobody gets these messages. If it was the host, the player asks for moves that nobody grants.',
    remedy: 'Listen for left and host events, and send to the player who is the host now.',
  },
  {
    id: 'run/still-in-match',
    level: 'error',
    impact: 'breaks',
    section: '4.8',
    breach: 'A player left the match in the app, and is still in it on the service.',
    why: 'The others see a player who does nothing, the place is not free, and the player cannot join another match.',
    remedy: 'Call Service.multiplayer.leave() wherever the app leaves a match.',
  },
  {
    id: 'run/state-not-posted',
    level: 'info',
    impact: null,
    section: '',
    breach: 'The app does not post the state of its match.',
    why: 'Without it, a run cannot see whether players are in the same state. On the service the line does nothing.',
    remedy: `After each turn: ${STATE_LINE}, with a number that counts up during the match, and a hash of the state.`,
  },
  {
    id: 'run/match-full',
    level: 'info',
    impact: null,
    section: '4.8',
    breach: 'A match had no room for everyone who played the test.',
    why: 'Those who do not get in see the app as if nobody had invited them.',
    remedy:
      'If more people may play, let multiplayer.host() have a larger max_players. If not, test with as many seats as the match has.',
  },
  {
    id: 'run/no-match-found',
    level: 'info',
    impact: null,
    section: '4.8',
    breach: 'No match was found to play together.',
    why: 'No button or link that the test found led to multiplayer.host or multiplayer.join, so nothing was played together.',
    remedy: 'Label the button that opens a match, such as “Host a match”.',
  },
] as const satisfies readonly RuleText[]
