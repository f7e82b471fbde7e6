import { useSignal } from '@preact/signals'
import { useEffect, useId, useMemo } from 'preact/hooks'
import type { ShareChoice } from '../../../host/session/sheets.js'
import { inCredits } from '../../../platform/credits.js'
import { SHARE_TEXT_MAX_CHARACTERS, STORY_LIFETIME_MS } from '../../../platform/limits.js'
import { HOUR_MS } from '../../../platform/units.js'
import type { ShownPicture, ShownShare } from '../bridge/share-pictures.js'
import { HostButton } from '../controls/button.js'
import { Alert, typedInto } from '../controls/form.js'
import { Icon } from '../controls/icon.js'
import { AppIcon } from './app-icon.js'
import { type HostSheetProps, Sheet } from './sheet.js'

export type ShareSheetProps = HostSheetProps<ShownShare, ShareChoice | null>

/** The share sheet (4.4): the user chooses a target, edits the text, or closes it; the app never learns which. */
export const ShareSheet = ({ app, offer, busy, fault, onChoose, returnFocus }: ShareSheetProps) => {
  const id = useId()
  const words = useSignal(offer.text)
  const chat = useSignal(offer.chats?.[0]?.id ?? '')
  const test = offer.chats === undefined
  const { picture } = offer
  const url = usePictureUrl(picture)
  const empty = picture === null && words.value.trim() === ''
  const targets = [
    {
      to: 'story',
      label: 'Story',
      note: picture === null ? 'Needs a picture' : `Free, ${STORY_HOURS} hours`,
      disabled: picture === null,
    },
    { to: 'post', label: 'Post', note: inCredits(offer.postPrice), disabled: empty },
    { to: 'chat', label: 'Chat', note: 'Free', disabled: empty || offer.chats?.length === 0 },
  ] as const
  return (
    <Sheet title="Share" test={test} onClose={() => onChoose(null)} returnFocus={returnFocus}>
      <div class="sheet-app line">
        <AppIcon app={app} size="small" />
        <div>
          Made by the app{' '}
          <strong>
            <bdi>{offer.app}</bdi>
          </strong>
        </div>
      </div>
      <div class="share-content">
        {picture !== null && (
          <img
            class="share-picture"
            src={url}
            width={picture.width}
            height={picture.height}
            alt={`Shared picture, ${picture.width} by ${picture.height} pixels`}
            draggable={false}
          />
        )}
        <div class="share-words stack">
          <label for={id}>Text</label>
          <textarea
            id={id}
            class="host-input"
            dir="auto"
            rows={picture === null ? 4 : 2}
            maxLength={SHARE_TEXT_MAX_CHARACTERS}
            value={words.value}
            aria-describedby={`${id}-line`}
            aria-invalid={fault !== null}
            onInput={typedInto(words)}
          />
          <p class="muted small" id={`${id}-line`}>
            {picture !== null && 'A story contains only the picture. '}A post or a message ends with:
            <span class="share-line">{offer.line}</span>
          </p>
        </div>
      </div>
      {offer.chats !== undefined && offer.chats.length > 0 && (
        <div class="share-words stack">
          <label for={`${id}-chat`}>Chat with</label>
          <select id={`${id}-chat`} class="host-input" value={chat.value} onInput={typedInto(chat)}>
            {offer.chats.map(({ id: one, name }) => (
              <option key={one} value={one}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      <Alert text={fault} />
      <ul class="share-targets stack">
        {targets.map(({ to, label, note, disabled }) => (
          <li key={to}>
            <button
              type="button"
              class="share-target"
              disabled={busy || disabled}
              aria-describedby={`${id}-${to}`}
              onClick={() =>
                onChoose({
                  to,
                  text: words.value,
                  ...(to === 'chat' && chat.value !== '' ? { chat: chat.value } : {}),
                })
              }
            >
              <Icon name={to} />
              {label}
            </button>
            <span class="muted small" id={`${id}-${to}`}>
              {note}
            </span>
          </li>
        ))}
      </ul>
      <div class="sheet-actions stack">
        {test && <p class="muted small share-note">Test run: nothing is posted or sent.</p>}
        <HostButton quiet disabled={busy} onClick={() => onChoose(null)}>
          Close
        </HostButton>
      </div>
    </Sheet>
  )
}

/** The address of a picture while it is shown. Browsers take four times as long for a data URL of megabytes. */
const usePictureUrl = (picture: ShownPicture | null): string | undefined => {
  const url = useMemo(() => (picture === null ? undefined : URL.createObjectURL(picture.bytes)), [picture])
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url])
  return url
}

const STORY_HOURS = STORY_LIFETIME_MS / HOUR_MS
