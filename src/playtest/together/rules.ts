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
    breach: 'The apps of the players of a match are in different states.',
    why: 'Each player sees another game from there on: another score, another winner.',
    remedy:
      'Compute the state only from the messages, in one order. Let one player decide what is random, and send it. Use no clock, language or order of arrival of the device, and ask again for a message that is missing.',
  },
  {
    id: 'run/player-dropped',
    level: 'error',
    impact: 'breaks',
    section: '4.8',
    breach: 'A player lost the match without leaving it.',
    why: 'The app left its page, loaded itself again or was stopped, which ends the match for that player.',
    remedy: 'Look in the log for what the app did just before.',
  },
  {
    id: 'run/messages-too-fast',
    level: 'error',
    impact: 'breaks',
    section: '8.3',
    breach: 'Messages of a match were dropped, because a player sent too many.',
    why: `A player can send ${MESSAGES_PER_SECOND} messages a second, with bursts of up to ${MESSAGE_BURST}. The others never get the rest.`,
    remedy: 'Send what changed, at most ten times a second, rather than at every frame.',
  },
  {
    id: 'run/match-stands-still',
    level: 'error',
    impact: 'breaks',
    section: '4.8',
    breach: 'A match stood still for players who were left in it.',
    why: 'Players leave, lose their connection or take a call. The others then wait for nothing.',
    remedy:
      "On multiplayer.on('host'), let the new host go on and send its state to everyone; ask the host for the state after a message that is missing, and after a return.",
  },
  {
    id: 'run/state-not-posted',
    level: 'info',
    impact: null,
    section: '',
    breach: 'The app of a match does not post its state.',
    why: 'Without it, a run cannot see whether players are in the same state. On the service the line does nothing.',
    remedy: `After each turn: ${STATE_LINE}, with a number that counts up during the match, and a hash of the state.`,
  },
  {
    id: 'run/no-match-found',
    level: 'info',
    impact: null,
    section: '4.8',
    breach: 'No match was found to play together.',
    why: 'No control that a run could find led to multiplayer.host or multiplayer.join, so nothing was played together.',
    remedy: 'Write on the button that opens a match what it does, such as “Host a match”.',
  },
] as const satisfies readonly RuleText[]
