import * as z from 'zod'
import { durationText } from '../control/shared-routes.js'
import { MAX_SEATS } from '../host/control/switches.js'
import { SHEETS } from '../platform/calls/definition.js'
import type { AppSession } from './app-session.js'
import { type AddTool, json, seat, text } from './tool.js'

/** What runs the app in the simulator, and steers its host. */
export const addSimulator = (ask: AddTool, act: AddTool, session: AppSession): void => {
  act(
    'simulator_start',
    'Start the simulator on the app, with fresh saved data that is deleted afterwards. A saved file reloads the app. Returns its URL, which a person can open too.',
    {
      seats: z.int().min(1).max(MAX_SEATS).default(1).describe('how many people play'),
    },
    async ({ seats }) => {
      const { url } = await session.start(seats)
      for (let number = 1; number <= seats; number += 1) await session.window(number)
      return [text(`The simulator runs at ${url} with ${seats === 1 ? '1 seat' : `${seats} seats`}.`)]
    },
  )
  act('simulator_stop', 'Stop the simulator and its browser.', {}, async () => [
    text((await session.stop()) ? 'Stopped.' : 'The simulator was not running.'),
  ])
  ask('state', "The simulator's state: switches, seats, open matches, the clock, faults.", {}, async () => [
    json(await session.simulator.client.state()),
  ])
  ask(
    'calls',
    'The log: each SDK call with its answer and, where it was refused, the reason; events, errors of the app, blocked requests.',
    {
      after: z.int().min(0).default(0).describe('only entries after this number (`seq`)'),
      seat: z.int().min(1).max(MAX_SEATS).optional().describe('only entries of this seat'),
      limit: z.int().min(1).max(500).default(50).describe('how many of the latest'),
    },
    async ({ after, seat: wanted, limit }) => {
      const entries = (await session.simulator.client.calls({ after })).filter(
        (entry) => wanted === undefined || entry.seat === wanted,
      )
      return [
        text(
          entries
            .slice(-limit)
            .map((entry) => JSON.stringify(entry, readable))
            .join('\n'),
        ),
      ]
    },
  )
  act(
    'set_switches',
    'Change the person, the device or the service: platform, theme, locale, visible, person, guardian, balance, payments, pickers, share, ai, multiplayer, network, hostVersion, app. `docs` with the words `switches` explains them. Returns all switches.',
    {
      change: z.record(z.string(), z.unknown()).describe('such as {"platform":"ios","balance":"0"}'),
      seat: z.int().min(1).max(MAX_SEATS).optional().describe('only for this seat'),
    },
    async ({ change, seat: of }) => {
      if (of !== undefined) await session.mustSit(of)
      return [json(await session.simulator.client.setSwitches(change, of === undefined ? {} : { seat: of }))]
    },
  )
  act(
    'answer_sheet',
    'Make the choice on a sheet of the host that is open, or opens within 4 seconds, and return what the sheet shows. payment: "pay" or "cancel". nickname: {"nickname":"Ada"} or null. share: {"to":"post","text":"…"} or null. ai: "allow" or "not-now". pick-image and pick-video: null, which closes the sheet.',
    { kind: z.enum(SHEETS), choice: z.unknown(), seat },
    async ({ kind, choice, seat: of }) => [
      // The host judges the choice, and says what is wrong with it.
      json(
        await session.simulator.client.answerSheet(kind, choice as never, {
          seat: of,
          timeoutMs: SHEET_WAIT_MS,
        }),
      ),
    ],
  )
  act(
    'add_seats',
    'Add people, up to eight in total. Returns their seats.',
    {
      count: z
        .int()
        .min(1)
        .max(MAX_SEATS - 1),
    },
    async ({ count }) => {
      const opened = await session.simulator.client.openSeats(count)
      for (const number of opened) await session.window(number)
      return [json(opened)]
    },
  )
  act(
    'put_everyone_in_a_match',
    'Give every seat a nickname, and put them all in the newest open match.',
    {},
    async () => [json(await session.simulator.client.seatEveryone())],
  )
  act(
    'move_clock',
    'Move the clock forward and run what is due: refunds, payouts, ends of sessions and passes. Returns the upcoming events.',
    {
      advance: durationText.optional().describe('such as 24h; default: until nothing is due within an hour'),
    },
    async ({ advance }) => {
      const { client } = session.simulator
      if (advance === undefined) await client.advanceUntilQuiet()
      else await client.advance(advance)
      return [json(await client.upcoming())]
    },
  )
}

const SHEET_WAIT_MS = 4_000

const LONGEST_TEXT = 400

/** Entries without what only a replay needs, and without long texts. */
const readable = (key: string, value: unknown): unknown => {
  if (key === 'action' || key === 'received' || key === 'answered' || key === 'turns') return undefined
  if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return value
  return `${value.slice(0, LONGEST_TEXT)}… (${value.length} characters)`
}
