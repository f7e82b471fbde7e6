import type { AiStrip as Strip } from '../../../host/ai/ai-strip.js'
import type { AiStage } from '../../../platform/events.js'
import type { Capability } from '../../../platform/features.js'
import { Icon } from '../controls/icon.js'

export interface HostNoticeProps {
  readonly words: string
  readonly onDismiss: () => void
}

/** A notice of the host without choices (8.2). It is not a sheet: the app keeps running with input. */
export const HostNotice = ({ words, onDismiss }: HostNoticeProps) => (
  <div class="host-notice line" role="status">
    <span>{words}</span>
    <button type="button" onClick={onDismiss}>
      OK
    </button>
  </div>
)

export interface AiStripProps {
  readonly strip: Strip
  readonly onCancel: () => void
}

const MAKING: Readonly<Record<Capability, string>> = {
  'ai.image': 'Making a picture',
  'ai.audio': 'Making a sound',
  'ai.assistant': 'Thinking',
}

const doing = ({ stage, capability }: Strip): string => {
  const words: Readonly<Record<AiStage, string>> = {
    downloading: 'Downloading the model',
    loading: 'Getting AI ready',
    making: MAKING[capability],
    searching: 'Searching the web',
    writing: 'Writing an answer',
  }
  return words[stage]
}

/**
 * The host's strip above the app while AI works for it (4.7): the app's own text, and a way to cancel. The
 * app stays visible below. Only the current task is announced to screen readers, not the progress.
 */
export const AiStrip = ({ strip, onCancel }: AiStripProps) => (
  <div class="ai-strip line" role="status" aria-label="AI">
    <Icon name="sparkle" />
    <div class="ai-strip-text">
      <span class="ai-strip-stage">{doing(strip)}</span>
      <span class="ai-strip-words cut">{strip.words}</span>
    </div>
    <button type="button" class="ai-strip-cancel" onClick={onCancel}>
      Cancel
    </button>
    <div
      class="ai-strip-bar"
      aria-hidden="true"
      data-moving={strip.share === null ? 'true' : undefined}
      style={strip.share === null ? undefined : { '--share': String(strip.share) }}
    />
  </div>
)
