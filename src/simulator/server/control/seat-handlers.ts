import type { OpenSeat } from '../../../control/simulator-answers.js'
import type { SimulatorRoutes } from '../../../control/simulator-routes.js'
import { seatSchema } from '../../../host/control/data-schemas.js'
import { MAX_SEATS } from '../../../host/control/switches.js'
import { ControlRefusal, type HandlersBelow } from '../../../local-server/control-api.js'
import type { Simulator } from '../simulator.js'
import { freeSeats, openSeats } from '../windows/seats-without-window.js'

/** `control/seats` and `control/robots`: opening seats without a window of their own, with or without a robot, and closing seats. */
export const seatHandlers = (simulator: Simulator): HandlersBelow<SimulatorRoutes, 'seats' | 'robots'> => ({
  'GET seats': async () => ({ seats: await openSeatsOf(simulator) }),

  'POST seats': async ({ body: { count, nicknames = [] } }) => {
    const free = freeSeats(simulator).length
    if (count > free)
      throw new ControlRefusal(400, `count: ${free} of ${MAX_SEATS} seats ${free === 1 ? 'is' : 'are'} free`)
    if (nicknames.length > count)
      throw new ControlRefusal(
        400,
        `nicknames: must have at most ${count} item${count === 1 ? '' : 's'}, one for each seat`,
      )
    const opened = [...(await openSeats(simulator, count))]
    for (const [index, nickname] of nicknames.entries()) {
      const seat = opened[index]
      if (seat !== undefined && nickname !== null)
        await simulator.data.edit({ edit: 'set-nickname', seat, nickname })
    }
    return { opened, seats: await openSeatsOf(simulator) }
  },

  'DELETE seats/:seat': async ({ path: { seat: text } }) => {
    const { data: seat } = seatSchema.safeParse(/^\d$/.test(text) ? Number(text) : text)
    if (seat === undefined) throw new ControlRefusal(400, `seat: must be a number from 1 to ${MAX_SEATS}`)
    if (!simulator.windows.close(seat)) throw new ControlRefusal(404, `Seat ${seat} is not open.`)
    return { seats: await openSeatsOf(simulator) }
  },

  'POST robots': async ({ body: plan }) => {
    const [seat] = freeSeats(simulator)
    if (seat === undefined) throw new ControlRefusal(400, `All ${MAX_SEATS} seats are in use.`)
    if (plan.action === 'replay' && simulator.robots.messagesFor(plan).length === 0)
      throw new ControlRefusal(400, `of: seat ${plan.of} sent no messages`)
    await simulator.robots.add(seat, plan)
    return { seat, seats: await openSeatsOf(simulator) }
  },
})

/** The open seats, as programs see them. */
export const openSeatsOf = async (simulator: Simulator): Promise<OpenSeat[]> => {
  const { windows, switches, live, robots } = simulator
  const { facts } = live.state
  const host = windows.seats.length === 0 || facts === null ? null : await simulator.host(facts.app.id)
  const matches = simulator.matches()
  return Promise.all(
    windows.seats.map(async ({ seatNumber, running, hasWindow }) => ({
      seat: seatNumber,
      nickname: (await host?.nicknames.of(seatNumber)) ?? null,
      running,
      window: hasWindow,
      robot: robots.inSeat(seatNumber),
      match: matches.find(({ players }) => players.some(({ seat }) => seat === seatNumber))?.id ?? null,
      switches: switches.of(seatNumber),
    })),
  )
}
