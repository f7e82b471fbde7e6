import type { AiOffer } from '../../../host/session/sheets.js'
import type { Capability } from '../../../platform/features.js'
import { HostButton } from '../controls/button.js'
import { AppIcon } from './app-icon.js'
import { type HostSheetProps, Sheet } from './sheet.js'

export type AiSheetProps = HostSheetProps<AiOffer, 'allow' | 'not-now'>

/** What the app wants to do, as shown to the user. */
const MAKES: Readonly<Record<Capability, string>> = {
  'ai.image': 'make pictures',
  'ai.audio': 'make music and sounds',
  'ai.assistant': 'answer questions',
}

const GIGABYTE = 1_024 ** 3

/**
 * Asks the user whether the app may use AI (4.7), with the app's exact purpose (2.4), and before a download
 * (3.4).
 */
export const AiSheet = ({ app, offer, busy, onChoose, returnFocus }: AiSheetProps) => (
  <Sheet title="Use AI" test onClose={() => onChoose('not-now')} returnFocus={returnFocus}>
    <div class="sheet-app line">
      <AppIcon app={app} size="small" />
      <div>
        <strong>{offer.app}</strong> wants to use AI to {MAKES[offer.capability]}.
      </div>
    </div>
    <blockquote class="ai-purpose">{offer.purpose}</blockquote>
    <p class="muted small">
      It runs on your phone, and nothing you write leaves it
      {offer.searchesWeb ? ', except the terms of a web search' : ''}. It cannot post, message or pay, and
      cannot read your data.
    </p>
    {offer.downloadBytes !== null && (
      <p>
        First, <strong>{(offer.downloadBytes / GIGABYTE).toFixed(1)} GB</strong> must be downloaded, once.
      </p>
    )}
    <div class="sheet-actions stack">
      <HostButton disabled={busy} onClick={() => onChoose('allow')}>
        Allow
      </HostButton>
      <HostButton quiet disabled={busy} onClick={() => onChoose('not-now')}>
        Not now
      </HostButton>
    </div>
  </Sheet>
)
