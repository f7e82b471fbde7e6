import type { Signal } from '@preact/signals'
import { effect, signal } from '@preact/signals'

/** The shell's own theme, separate from the app's `theme` switch. */
export const SHELL_THEMES = ['system', 'light', 'dark'] as const
type ShellTheme = (typeof SHELL_THEMES)[number]

const SEAT_VIEWS = ['all', 'one'] as const
type SeatView = (typeof SEAT_VIEWS)[number]

/** The developer's settings in this browser; kept across reloads. */
export type Settings = ReturnType<typeof createSettings>

/**
 * @param automated whether a program drives the browser: Playwright and WebDriver miss what they click in a scaled frame
 * that has a process of its own, as sandboxed frames have in Chrome; no page can see whether it has. There, the frame
 * starts in a size that needs no scale to be seen whole.
 */
export const createSettings = (storage: Pick<Storage, 'getItem' | 'setItem'> | null, automated: boolean) => {
  const kept = <Value extends string | number | boolean>(
    name: string,
    fallback: Value,
    accept: (value: unknown) => value is Value,
  ): Signal<Value> => {
    const key = `miniapp.shell.${name}`
    const value = signal(readKept(storage, key, accept) ?? fallback)
    effect(() => {
      const text = JSON.stringify(value.value)
      try {
        storage?.setItem(key, text)
      } catch {
        // Full or forbidden: the setting is only kept until the page closes.
      }
    })
    return value
  }
  return {
    theme: kept('theme', 'system', (value): value is ShellTheme =>
      SHELL_THEMES.some((theme) => theme === value),
    ),
    frameSize: kept('frame-size', automated ? 'portrait' : 'phone', isText),
    panelWidth: kept('panel-width', 560, isNumber),
    tab: kept('tab', 'calls', isText),
    /** Whether the frame is scaled down to fit. */
    fit: kept('fit', !automated, isBoolean),
    /** Whether several seats are shown, or only one of them. */
    seatView: kept('seat-view', 'all', (value): value is SeatView =>
      SEAT_VIEWS.some((view) => view === value),
    ),
  }
}

const readKept = <Value>(
  storage: Pick<Storage, 'getItem'> | null,
  key: string,
  accept: (value: unknown) => value is Value,
): Value | undefined => {
  try {
    const value: unknown = JSON.parse(storage?.getItem(key) ?? 'null')
    return accept(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
