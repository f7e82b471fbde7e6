import type { Signal } from '@preact/signals'
import type { Docs } from './docs/docs.js'
import type { ScreenshotTool } from './screenshot/screenshot-tool.js'
import type { Seats } from './seat/seats.js'
import type { AnswerMedia } from './stores/answer-media.js'
import type { Control } from './stores/control.js'
import type { LogStore } from './stores/log-store.js'
import type { Observer } from './stores/observer.js'
import type { Settings } from './stores/settings.js'
import type { TimelineStore } from './stores/timeline-store.js'

/** What a window with panels has. Its stage, its panels and its commands each get the parts that they need. */
export interface ShellParts {
  readonly seats: Seats
  readonly observer: Observer
  readonly log: LogStore
  readonly media: AnswerMedia
  readonly settings: Settings
  readonly control: Control
  readonly docs: Docs
  readonly timeline: TimelineStore
  readonly screenshot: ScreenshotTool
  /** The dialog that is open over the page; null if there is none. */
  readonly dialog: Signal<'palette' | 'shortcuts' | 'phone' | null>
}
