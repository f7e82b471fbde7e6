import { effect, type ReadonlySignal, signal } from '@preact/signals'
import { render } from 'preact'
import type { Surroundings } from '../../host/real-runs/runnable-app.js'
import { isLanguageTag } from '../../platform/text.js'
import { isRecord } from '../../rpc/host-message.js'
import type { StartTimer } from '../../rpc/transport.js'
import {
  type AppInfo,
  EDITION_META,
  REAL_RUN_META,
  REFERENCE_PATH,
  SOCKET_PATH,
  TOKEN_META,
} from '../messages.js'
import { answerBytesFetcher } from './bridge/answer-binaries.js'
import type { Socket, SocketHandlers } from './bridge/connection.js'
import { Taps } from './bridge/taps.js'
import { createDocs } from './docs/docs.js'
import { createUpload } from './picking/upload.js'
import { createScreenshotTool } from './screenshot/screenshot-tool.js'
import { createSeat, type Seat } from './seat/seat.js'
import { createSeats, type Seats } from './seat/seats.js'
import { PHONE_QUERY, readSeats, readView, withSeats, withView } from './seat/window-address.js'
import { Shell } from './shell.jsx'
import { knownFeatures } from './stage/app-frame.js'
import { makeRoomForKeyboard } from './stage/keyboard-room.js'
import { Player } from './stage/player.js'
import { type AnswerMedia, createAnswerMedia } from './stores/answer-media.js'
import { createControl } from './stores/control.js'
import { createDrawSchedule, createLogStore } from './stores/log-store.js'
import { createObserver } from './stores/observer.js'
import { createSettings } from './stores/settings.js'
import { createTimelineStore } from './stores/timeline-store.js'
import './shell.css'

const startTimer: StartTimer = (fire, milliseconds) => {
  const timer = setTimeout(fire, milliseconds)
  return () => clearTimeout(timer)
}

const openSocket = (handlers: SocketHandlers): Socket => {
  const url = new URL(SOCKET_PATH, location.href)
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(url)
  socket.onopen = handlers.opened
  socket.onmessage = (event) => handlers.received(event.data)
  socket.onclose = handlers.closed
  return {
    // A browser sends megabytes in half the time where they are a Blob.
    send: ([text, ...more]) => socket.send(more.length > 0 ? new Blob([text, ...more]) : text),
    close: () => socket.close(),
  }
}

/** Reading `localStorage` throws where the browser forbids it. */
const ownStorage = (): Storage | null => {
  try {
    return localStorage
  } catch {
    return null
  }
}

/** The seat that was selected before the last reload. */
const chosenBefore = (state: unknown): number | null => {
  const chosen = isRecord(state) ? state['chosen'] : null
  return typeof chosen === 'number' ? chosen : null
}

const meta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

const token = meta(TOKEN_META)
const features = knownFeatures()
const page = { edition: meta(EDITION_META), reloadPage: () => location.reload() }
const isPhone = matchMedia(PHONE_QUERY).matches
const fetchAnswerBytes = answerBytesFetcher(token, (input, init) => fetch(input, init))

const taps = new Taps({ now: () => performance.now() })

// Input in an app's frame does not reach this page: all of this is the host's own.
for (const name of ['pointerdown', 'mousedown', 'touchend', 'keydown'])
  addEventListener(name, (event) => event.isTrusted && taps.hostTapped(), { capture: true, passive: true })

/**
 * @param media stores media from answers, if panels show it
 * @param removed called when a program closed the seat
 */
const takeSeat = (
  number: number,
  media: AnswerMedia | null,
  removed = (): void => {},
  surroundings?: ReadonlySignal<Surroundings>,
): Seat =>
  createSeat({
    ...(surroundings === undefined ? {} : { surroundings }),
    ...page,
    ...(features === null ? {} : { features }),
    number,
    token,
    openSocket,
    startTimer,
    now: () => performance.now(),
    hasActivation: () => taps.counts(number),
    tapped: () => taps.tapped(number),
    forgetTaps: () => taps.forget(number),
    uploadPicked: createUpload(token, number),
    fetchAnswerBytes,
    keepMedia: (message) => media?.keep(number, message),
    removed,
  })

/** Reports to the seats whether the page is visible, and reconnects when there is reason to. */
const watchPage = (seats: () => readonly Seat[], reconnect: () => void) => {
  document.addEventListener('visibilitychange', () => {
    for (const seat of seats()) seat.pageVisible(!document.hidden)
    if (!document.hidden) reconnect()
  })
  addEventListener('online', reconnect)
}

/** Windows with one user each are told apart by their user. */
const showTitle = (app: ReadonlySignal<AppInfo | null>, seats: () => readonly Seat[]) =>
  effect(() => {
    const [seat, ...others] = seats()
    const alone = others.length === 0 && seat !== undefined ? titleOf(seat) : null
    if (app.value !== null)
      document.title = [alone, app.value.name, 'miniapp'].filter((word) => word !== null).join(' · ')
  })

const titleOf = ({ number, nickname }: Seat): string | null =>
  nickname.value ?? (number === 1 ? null : `Seat ${number}`)

const showTheme = (theme: () => string) =>
  effect(() => {
    document.documentElement.dataset['theme'] = theme()
  })

const startPlayer = () => {
  const seat = takeSeat(readSeats(location.search)[0] ?? 1, null)
  showTheme(() => seat.switches.value.theme)
  showTitle(seat.app, () => [seat])
  watchPage(() => [seat], seat.reconnect)
  if (visualViewport !== null) makeRoomForKeyboard(visualViewport, document.documentElement)
  render(<Player seat={seat} />, document.body)
}

/** The theme and the language of the browser, as they are now. */
const createSurroundings = (): ReadonlySignal<Surroundings> => {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const read = (): Surroundings => ({
    theme: dark.matches ? 'dark' : 'light',
    locale: isLanguageTag(navigator.language) ? navigator.language : 'en',
  })
  const surroundings = signal(read())
  const update = () => {
    surroundings.value = read()
  }
  dark.addEventListener('change', update)
  addEventListener('languagechange', update)
  return surroundings
}

/** A real run: the page of a person, without anything of a developer's. */
const startRealRun = () => {
  const surroundings = createSurroundings()
  const seat = takeSeat(1, null, undefined, surroundings)
  showTheme(() => seat.switches.value.theme)
  let known = surroundings.value
  effect(() => {
    if (surroundings.value === known) return
    known = surroundings.value
    seat.surroundingsChanged(known)
  })
  effect(() => {
    const person = seat.realRun.value?.person
    if (seat.app.value !== null && person !== undefined) document.title = `${seat.app.value.name} · ${person}`
  })
  watchPage(() => [seat], seat.reconnect)
  render(<Player seat={seat} />, document.body)
}

const startPanels = () => {
  const media = createAnswerMedia()
  const control = createControl(token, (input, init) => fetch(input, init))
  const settings = createSettings(ownStorage(), navigator.webdriver)
  const log = createLogStore(createDrawSchedule({ startTimer, now: () => performance.now() }))
  const observer = createObserver({
    ...page,
    token,
    log,
    openSocket,
    startTimer,
    onSeatsOffered: (numbers) => seats.take(numbers),
  })
  const seats: Seats = createSeats({
    numbers: readSeats(location.search),
    chosen: chosenBefore(history.state),
    createSeat: (number) => takeSeat(number, media, () => seats.remove(number)),
    taken: observer.taken,
  })
  effect(() => {
    const numbers = seats.open.value.map(({ number }) => number)
    history.replaceState({ chosen: seats.chosen.value.number }, '', withSeats(location.href, numbers))
  })
  showTheme(() => settings.theme.value)
  showTitle(observer.app, () => seats.open.value)
  const reconnect = () => {
    observer.reconnect()
    for (const seat of seats.open.value) seat.reconnect()
  }
  watchPage(() => seats.open.value, reconnect)
  render(
    <Shell
      seats={seats}
      observer={observer}
      reconnect={reconnect}
      log={log}
      media={media}
      settings={settings}
      control={control}
      timeline={createTimelineStore(control.timeline)}
      docs={createDocs(
        () => fetch(REFERENCE_PATH).then((response) => response.json()),
        () => {
          settings.tab.value = 'docs'
        },
      )}
      screenshot={createScreenshotTool()}
      dialog={signal(null)}
      playerUrl={isPhone ? withView(location.href, 'player') : null}
    />,
    document.body,
  )
}

if (meta(REAL_RUN_META) !== '') startRealRun()
else if (readView(location.search, isPhone) === 'player') startPlayer()
else startPanels()
