import { wordsOfError } from '../../platform/text.js'
import { dataEditSchema } from '../control/data-edit.js'
import { switchChangeSchema } from '../control/switch-change.js'
import type { HostedApp } from '../hosted-app.js'
import type { Action } from '../log/action.js'
import type { CallEntry, DroppedEntry, EventEntry, LogEntry, NoteEntry } from '../log/call-log.js'
import { withCutTexts } from '../log/loggable.js'
import type { Turn } from '../log/turn.js'
import { matchStepSchema } from '../matches/match-step.js'
import { NotSavedError } from '../saving/store.js'
import { type LoggedHost, readHostedApp, type StartAction } from './logged-start.js'
import type { ReplayWorld } from './replay-world.js'
import { ReplayedSeat } from './replayed-seat.js'

/** A call that reached the host. */
export type AskedCall = Pick<CallEntry, 'seat' | 'wire' | 'id' | 'params' | 'notJson' | 'gesture'>

/** A new host on which all is done that was done to the host of a log, from its start to the next one's. */
export class Run {
  readonly #logged: LoggedHost
  readonly #world: ReplayWorld
  readonly #stopListening: () => void
  readonly #seats = new Map<number, ReplayedSeat>()
  /** Answers and events, in order. */
  readonly outputs: (CallEntry | EventEntry)[] = []
  /** What could not be done as in the log. */
  readonly problems: { readonly entry: LogEntry; readonly after: number; readonly words: string }[] = []

  private constructor(logged: LoggedHost, world: ReplayWorld) {
    this.#logged = logged
    this.#world = world
    this.#stopListening = logged.log.onEntry((entry) => {
      if (isOutput(entry)) this.outputs.push(entry)
    })
  }

  /** @param host as a start of the log opens it */
  static begin(start: StartAction, host: LoggedHost, world: ReplayWorld): Run {
    const run = new Run(host, world)
    host.log.note(1, 'The host is ready.', { action: start, received: host.log.place() })
    return run
  }

  /** Lets all take effect that was done. */
  async settle(): Promise<void> {
    await this.#world.turn()
  }

  call({ seat, id, wire, params, notJson, gesture }: AskedCall): void {
    const json = JSON.stringify({
      service: 1,
      id,
      ...(wire === '' ? {} : { method: wire }),
      params: withCutTexts(params),
    })
    void this.#seat(seat).session?.receive({
      json,
      gesture,
      ...(notJson === undefined ? {} : { notJson }),
    })
  }

  /** @param entry the one that has the turn */
  turn(turn: Turn, entry: LogEntry): void {
    const { host, log, clock, work, people } = this.#logged
    switch (turn.do) {
      case 'wake':
        clock.wake()
        return
      case 'advance':
        if (turn.ms === null) clock.clock.advanceUntilQuiet()
        else clock.clock.advance(turn.ms)
        return
      case 'done':
        if (!work.end(turn.work, turn))
          this.#problem(entry, 'In the log, a save or other task ended here that the host did not start.')
        return
      case 'end': {
        const { seat, reason } = turn
        log.turn({ do: 'end', seat, reason })
        this.#seat(seat).session?.end(reason)
        this.#seat(seat).session = null
        return
      }
      case 'balance': {
        const person = people[turn.seat - 1]
        if (person !== undefined) this.#try(entry, host.openings.giveBalance(person))
        return
      }
      case 'close':
        log.turn({ do: 'close' })
        host.close()
        return
    }
  }

  act(entry: NoteEntry & { readonly action: Action }): void {
    const { seat, action, message } = entry
    const { host, log, people, faults, switches } = this.#logged
    const replayed = this.#seat(seat)
    const person = people[seat - 1]
    const received = log.receive()
    const note = (): void => log.note(seat, message, { action, received })
    const app = (logged: object): HostedApp => this.#world.app ?? readHostedApp(logged)
    switch (action.do) {
      case 'start':
        return
      case 'edit':
        // The host logs it.
        this.#try(entry, host.edit(dataEditSchema.parse(action.edit)))
        return
      case 'choose':
        this.#choose(replayed, action, entry, note)
        return
      case 'open':
        if (person === undefined) return
        replayed.session = host.openSession(
          app(action.app),
          person,
          {
            send: () => {},
            ready: () => {},
            pageVisibility: () => {},
            close: () => {},
            aiStrip: () => {},
            notice: () => {},
            sheets: replayed.drawerOf(action.sheets),
          },
          action.pageVisible,
          action.keepsPlace === true,
        )
        break
      case 'page-visibility':
        replayed.session?.setPageVisible(action.visible)
        break
      case 'change-nickname':
        if (replayed.session !== null) this.#try(entry, replayed.session.changeNickname())
        break
      case 'drop-connection':
        host.dropConnection(seat)
        break
      case 'freeze-network':
        host.freezeNetwork(seat, action.milliseconds)
        break
      case 'steer-match': {
        const match = host.matches.steering.find(action.match)
        if (match === null) this.#problem(entry, `The match ${action.match} is not open.`)
        else host.steerMatch(match, matchStepSchema.parse(action.step))
        break
      }
      case 'cancel-ai':
        replayed.session?.cancelAi()
        break
      case 'buy-access': {
        if (person === undefined) return
        const drawer = replayed.drawerOf(['payment'])
        const sheet = host.openings.openAccessSheet(app(action.app), person, drawer)
        this.#try(
          entry,
          sheet.then(async (opened) => await opened?.outcome),
        )
        break
      }
      case 'trigger':
        this.#try(entry, host.triggerMoment(seat, action.moment))
        break
      case 'add-fault':
        faults.add(action.plan)
        break
      case 'remove-fault':
        if (action.id === null) faults.clear()
        else faults.remove(action.id)
        break
      case 'random-faults':
        faults.setRandomSeed(action.seed)
        break
      case 'switches':
        this.#try(entry, switches.set(action.seat, switchChangeSchema.parse(action.change)))
        break
    }
    note()
  }

  close(): void {
    this.#stopListening()
    this.#logged.host.close()
    this.#logged.clock.clock.stop()
  }

  #choose(
    seat: ReplayedSeat,
    { sheet, choice, fault }: Extract<Action, { do: 'choose' }>,
    entry: NoteEntry,
    note: () => void,
  ): void {
    const { sheet: opened } = seat
    if (opened?.kind !== sheet) {
      const isOpen = opened === null ? 'No sheet is open' : `The sheet ${opened.kind} is open`
      this.#problem(entry, `${isOpen}, but in the log the person answered the sheet ${sheet}.`)
      return
    }
    const { log, work } = this.#logged
    const isFile = typeof choice === 'object' && choice !== null && 'file' in choice
    const made = isFile ? log.outside.file(work.file(Number(choice.file))) : choice
    const compare = (verdict: string | null): void => {
      note()
      if ((verdict === null) === (fault === null)) return
      this.#problem(
        entry,
        verdict === null
          ? `The choice on the sheet ${sheet} is accepted, but in the log it was refused: ${fault}`
          : `The choice on the sheet ${sheet} is refused, but in the log it was accepted: ${verdict}`,
      )
    }
    const verdict = opened.choose(made)
    if (verdict instanceof Promise) this.#try(entry, verdict.then(compare))
    else compare(verdict)
  }

  /** What is not saved in the log is not saved again. */
  #try(entry: LogEntry, done: Promise<unknown>): void {
    done.catch((error: unknown) => {
      if (error instanceof NotSavedError) return
      this.#problem(entry, wordsOfError(error))
    })
  }

  #problem(entry: LogEntry, words: string): void {
    this.problems.push({ entry, after: this.outputs.length, words })
  }

  #seat(number: number): ReplayedSeat {
    const known = this.#seats.get(number)
    if (known !== undefined) return known
    const made = new ReplayedSeat()
    this.#seats.set(number, made)
    return made
  }
}

/** An answer or an event. The page of a call without either was closed first. */
export const isOutput = (entry: LogEntry): entry is CallEntry | EventEntry =>
  entry.kind === 'event' ||
  (entry.kind === 'call' &&
    entry.state === undefined &&
    (entry.result !== undefined || entry.error !== undefined))

/** The call of an entry, with the time at which it reached the host; null if it is not one that did. */
export const askedIn = (
  entry: CallEntry | DroppedEntry,
): (AskedCall & Required<Pick<CallEntry, 'received'>>) | null => {
  const call = entry.kind === 'call' ? entry : entry.asked
  if (call?.received === undefined) return null
  const { id, params, notJson, gesture, received } = call
  const { seat } = entry
  return {
    seat,
    wire: entry.wire ?? '',
    id,
    params,
    gesture,
    received,
    ...(notJson === undefined ? {} : { notJson }),
  }
}
