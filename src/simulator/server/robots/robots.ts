import type { BaseClock } from '../../../host/clock.js'
import { isPending } from '../../../host/log/call-log.js'
import type { MatchView } from '../../../host/matches/match-view.js'
import { type RobotView, robotWords } from '../../../host/matches/robot-control.js'
import { type RobotPlan, robotView } from '../../../host/matches/robot-plan.js'
import type { ShownWorld } from '../windows/admission.js'
import { seatFailed } from '../windows/seat-world.js'
import { openSeat } from '../windows/seats-without-window.js'
import { Robot, type SentMessage, sentMessagesIn } from './robot.js'

/** What robots need of a world. */
export interface RobotWorld extends ShownWorld {
  matches(): readonly MatchView[]
}

/** The robots of a simulator: seats without a window that play by themselves. */
export class Robots {
  readonly #world: RobotWorld
  readonly #wake: BaseClock['wake']
  readonly #robots = new Map<number, { readonly robot: Robot; readonly view: RobotView }>()

  constructor(world: RobotWorld, wake: BaseClock['wake']) {
    this.#world = world
    this.#wake = wake
    world.log.onEntry((entry) => {
      if (this.#robots.size === 0 || entry.kind !== 'call' || isPending(entry)) return
      if (entry.method !== 'multiplayer.send' || this.#robots.has(entry.seat)) return
      for (const { data } of sentMessagesIn([entry]))
        for (const { robot } of this.#robots.values()) robot.saw(data)
    })
  }

  /** The robot in a seat; null if there is none. */
  inSeat(seat: number): RobotView | null {
    return this.#robots.get(seat)?.view ?? null
  }

  /** The messages that a plan can use: from its log, or from this run. Those of robots are left out. */
  messagesFor(plan: RobotPlan): readonly SentMessage[] {
    const sent =
      plan.log === undefined
        ? sentMessagesIn(this.#world.log.entries()).filter(({ seat }) => !this.#robots.has(seat))
        : sentMessagesIn(plan.log)
    return plan.action === 'replay' ? sent.filter(({ seat }) => seat === plan.of) : sent
  }

  /** Opens a free seat for a robot, and starts it. */
  async add(seat: number, plan: RobotPlan): Promise<void> {
    const world = this.#world
    let frame = 0
    let calls = 0
    const call = async (method: string, params: object): Promise<void> => {
      const { facts } = world.live.state
      // Nobody would answer the sheet that asks for one.
      if (method === 'mp.join' && facts !== null)
        await (await world.host(facts.app.id)).nicknames.ensure(seat)
      calls += 1
      const json = JSON.stringify({ service: 1, id: `robot-${frame}-${calls}`, method, params })
      await connection.receive({ type: 'request', frame, json, gesture: true })
    }
    const view = robotView(plan)
    const robot = new Robot(
      plan,
      this.messagesFor(plan),
      {
        number: seat,
        matches: () => world.matches(),
        call: (method, params) => {
          call(method, params).catch((error: unknown) => seatFailed(world, seat, error))
        },
      },
      this.#wake,
    )
    this.#robots.set(seat, { robot, view })
    const { connection, opened } = openSeat(world, seat, {
      isRobot: true,
      onLoad: (loaded) => {
        frame = loaded
        robot.loaded()
      },
      onEnd: () => {
        robot.stop()
        this.#robots.delete(seat)
      },
    })
    world.log.note(seat, `A robot plays in seat ${seat}: ${robotWords(view)}.`)
    await opened
    if (this.#robots.get(seat)?.robot === robot) robot.start()
  }

  /** Stops all robots. */
  stop(): void {
    for (const { robot } of this.#robots.values()) robot.stop()
  }
}
