import type { AiStage } from '../../platform/events.js'
import type { Capability } from '../../platform/features.js'

/**
 * What the host shows above the app while an AI request is running, with a Cancel button (4.7). It is not a sheet: the
 * app keeps running and receives input.
 */
export interface AiStrip {
  readonly capability: Capability
  /** The app's whole prompt. */
  readonly words: string
  readonly stage: AiStage
  /** The progress of the stage, 0 to 1; null if unknown. */
  readonly share: number | null
}
