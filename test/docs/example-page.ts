/// <reference path="../../src/sdk/service-miniapp.d.ts" />
import type { HostedApp } from '../../src/host/hosted-app.js'
import { BinaryAnswer } from '../../src/host/session/binary-answer.js'
import type { Request } from '../../src/platform/envelope.js'
import { createService } from '../../src/sdk/service.js'
import { TINY_PNG } from '../contract/contract.js'
import { manualTimers } from '../support/fakes/manual-timers.js'
import { APP, type HostRig, hostRig, type Page } from '../support/rigs/host-rig.js'

/** The app in which examples run: it declares all that they use. */
const EXAMPLE_APP: HostedApp = {
  ...APP,
  products: [
    {
      id: 'coins',
      title: 'Ten coins',
      statement: 'Ten coins to spend in the game.',
      price: '2.5',
      kind: 'consumable',
    },
    { id: 'hat', title: 'A hat', statement: 'A hat that you keep.', price: '10', kind: 'permanent' },
  ],
  capabilities: {
    'ai.image': { version: 1, purpose: 'Draws what you write.', tools: [] },
    'ai.audio': { version: 1, purpose: 'Plays what you write.', tools: [] },
    'ai.assistant': { version: 1, purpose: 'Answers what you ask.', tools: [] },
  },
}

/** A canvas as far as examples draw on it and the SDK reads it. */
export class ExampleCanvas {
  width = 300
  height = 150
  readonly drawn: string[] = []
  #isTooLarge = false

  /** The next PNG has more bytes than can be shared. */
  fillWithNoise(): void {
    this.#isTooLarge = true
  }

  getContext(): object {
    const draw =
      (what: string) =>
      (...values: readonly unknown[]): void => {
        this.drawn.push([what, ...values.filter((value) => typeof value !== 'object')].join(' '))
      }
    return { fillRect: draw('fillRect'), fillText: draw('fillText'), drawImage: draw('drawImage') }
  }

  toDataURL(type: string): string {
    const isNoise = this.#isTooLarge && type === 'image/png'
    return `data:${type};base64,${isNoise ? 'A'.repeat(8_500_000) : TINY_PNG}`
  }
}

/** A page of an app that runs an example against a host in memory, through the real SDK. */
export interface ExamplePage {
  readonly rig: HostRig
  readonly page: Page
  readonly button: { onclick: (() => unknown) | null; hidden: boolean; disabled: boolean }
  readonly canvas: ExampleCanvas
  readonly picture: { src: string }
  /** What the example showed, in order; what is shown again counts once. */
  readonly shown: string[]
  /** The calls, in order, each with its code if it was rejected: `storage.set RATE_LIMITED`. */
  calls(): readonly string[]
  /** Runs the example's text to its end, as a module does. */
  run(code: string): Promise<void>
  /** The person taps the button; waits until its handler is done. */
  tap(): Promise<void>
  /** Lets that much time pass for the example's own timers, and what follows from that happen. */
  wait(milliseconds: number): Promise<void>
  /** Lets all happen that waits for nothing. */
  settle(): Promise<void>
}

export interface ExamplePageOptions {
  /** Default: a host of its own. */
  readonly rig?: HostRig
  readonly seat?: number
  /** False: a page without a host around it. */
  readonly hosted?: boolean
  /** Whether the manifest declares AI. */
  readonly declaresAi?: boolean
}

export const openExamplePage = async ({
  rig: given,
  seat = 1,
  hosted = true,
  declaresAi = true,
}: ExamplePageOptions = {}): Promise<ExamplePage> => {
  const rig = given ?? (await hostRig())
  const page = await rig.open({ seat, app: declaresAi ? EXAMPLE_APP : { ...EXAMPLE_APP, capabilities: {} } })
  const timers = manualTimers()
  const sent: Request[] = []
  const shown: string[] = []
  const receivers = new Set<(message: unknown) => void>()
  let tapped = false
  let delivered = 0

  const service = createService({
    host: hosted
      ? {
          send: (message) => {
            sent.push(message as Request)
            void page.session.receive({ json: JSON.stringify(message), gesture: tapped })
          },
          listen: (receive) => {
            receivers.add(receive)
            return () => receivers.delete(receive)
          },
        }
      : null,
    withinTap: () => tapped,
    // The calls of the SDK never time out: the host in memory answers.
    startTimer: () => () => {},
    idPrefix: `seat-${seat}`,
    reportRefusal: () => {},
    noticeCall: null,
    reportError: (error) => {
      throw error
    },
  })

  /** Delivers what the host posted; AI takes time by the host's clock. */
  const pump = async (): Promise<void> => {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
      if (!page.person.looking()) rig.clock.advance(100)
      while (delivered < page.posted.length) {
        const message = page.posted[delivered]
        delivered += 1
        quiet = 0
        for (const receive of [...receivers]) receive(withBlobs(message))
      }
    }
  }
  /** Waits for an example's promise while the host works. */
  const during = async (work: unknown): Promise<void> => {
    let isDone = false
    const done = Promise.resolve(work).finally(() => {
      isDone = true
    })
    done.catch(() => {})
    for (let turns = 0; !isDone; turns += 1) {
      if (turns > 20) throw new Error(`The example waits for ${sent.at(-1)?.method} forever.`)
      await pump()
    }
    await done
  }

  const self: ExamplePage = {
    rig,
    page,
    button: { onclick: null, hidden: false, disabled: false },
    canvas: new ExampleCanvas(),
    picture: { src: '' },
    shown,
    calls: () =>
      sent.map(({ id, method }) => {
        const answer = page.posted.find((message) => 'id' in message && message.id === id)
        return answer !== undefined && 'error' in answer ? `${method} ${answer.error.code}` : method
      }),
    run: (code) => {
      const names = {
        Service: service,
        button: self.button,
        canvas: self.canvas,
        picture: self.picture,
        show: (text: string) => {
          if (shown.at(-1) !== text) shown.push(text)
        },
        document: { documentElement: { dataset: {} } },
        createImageBitmap: async () => ({ width: 640, height: 480 }),
        setTimeout: (fire: () => void, ms: number) => timers.startTimer(fire, ms),
        clearTimeout: (stop: unknown) => {
          if (typeof stop === 'function') stop()
        },
      }
      const run = new AsyncFunction(...Object.keys(names), `'use strict';\n${code}`)
      return during(run(...Object.values(names)))
    },
    tap: async () => {
      if (self.button.hidden || self.button.disabled) throw new Error('The button cannot be tapped.')
      if (self.button.onclick === null) throw new Error('Nothing happens in a tap.')
      tapped = true
      try {
        await during(self.button.onclick())
      } finally {
        tapped = false
      }
    },
    wait: async (milliseconds) => {
      timers.advance(milliseconds)
      await pump()
    },
    settle: pump,
  }
  return self
}

/** How often nothing may happen before all has happened. */
const QUIET_TURNS = 30

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
  ...parts: string[]
) => (...values: unknown[]) => Promise<void>

/** A message with a Blob where the host put bytes, as the page around the app makes it. */
const withBlobs = (value: unknown): unknown => {
  if (value instanceof BinaryAnswer) return new Blob([Buffer.from(value.bytes)], { type: value.type })
  if (Array.isArray(value)) return value.map(withBlobs)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withBlobs(field)]))
}
