import type { TestWindow } from '../../src/playtest/drivers/driver.js'
import {
  openSink,
  type Sink,
  STUN_CODES,
  STUN_PAGES,
  stun,
  stunFrame,
  stunPage,
} from '../support/browser/stun.js'

/** What must send no packet, with a port of its own, so that one that does is known. */
export interface StunCase {
  readonly what: string
  readonly sink: Sink
}

/** Pages and code that hide a frame with WebRTC, all of which one window can run, one after the other. */
export class StunCases {
  readonly pages: readonly (StunCase & { readonly path: string; readonly text: string })[]
  readonly codes: readonly (StunCase & { readonly code: string })[]
  readonly #control: Sink

  private constructor(pages: StunCases['pages'], codes: StunCases['codes'], control: Sink) {
    this.pages = pages
    this.codes = codes
    this.#control = control
  }

  static async open(): Promise<StunCases> {
    const pages = Object.entries(STUN_PAGES).map(async ([what, markup], index) => {
      const sink = await openSink()
      return { what, sink, path: `page-${index}.html`, text: stunPage(markup, sink.port) }
    })
    const codes = Object.entries(STUN_CODES).map(async ([what, source]) => {
      const sink = await openSink()
      const [frame, script] = [stunFrame(sink.port), stun(sink.port)].map((text) => JSON.stringify(text))
      return { what, sink, code: `const FRAME = ${frame}, STUN = ${script}; ${source}` }
    })
    return new StunCases(await Promise.all(pages), await Promise.all(codes), await openSink())
  }

  /** The pages, as files of the app. */
  get files(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.pages.map(({ path, text }) => [path, text]))
  }

  close(): void {
    for (const { sink } of [...this.pages, ...this.codes]) sink.close()
    this.#control.close()
  }

  /** Sends a packet from a page that is not an app's, and waits for it. @returns why none is sent, or null */
  async whyNot({ askShell }: TestWindow): Promise<string | null> {
    if (!(await askShell(() => typeof RTCPeerConnection === 'function', null)))
      return 'This build has no WebRTC, so that none can leave a frame.'
    await this.#control.receives(() =>
      askShell((script) => {
        const element = document.createElement('script')
        element.textContent = script
        document.documentElement.append(element)
      }, stun(this.#control.port)),
    )
    return null
  }
}
