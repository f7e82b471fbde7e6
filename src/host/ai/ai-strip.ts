import type { AiStage } from '../../platform/events.js'
import type { Capability } from '../../platform/features.js'

/**
 * What the host shows above the app while an AI request runs, with a Cancel button (4.7). It is no sheet: the app goes on
 * and gets its input.
 */
export interface AiStrip {
  readonly capability: Capability
  /** The app's words: its prompt, whole. */
  readonly words: string
  readonly stage: AiStage
  /** How far the stage is, 0 to 1; null where nobody knows. */
  readonly share: number | null
}
