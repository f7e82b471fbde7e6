import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { inWords, type PickSheet as PickSheetKind, tooLarge } from '../../../host/picking/pick-faults.js'
import type { PickOffer } from '../../../host/session/sheets.js'
import { wordsOfError } from '../../../platform/text.js'
import { MB } from '../../../platform/units.js'
import { HostButton } from '../controls/button.js'
import { Alert } from '../controls/form.js'
import { Icon } from '../controls/icon.js'
import { openHeic } from '../picking/heic.js'
import { SAMPLES } from '../picking/samples.js'
import type { UploadOptions } from '../picking/upload.js'
import { AppIcon } from './app-icon.js'
import { type HostSheetProps, Sheet } from './sheet.js'

export interface PickSheetProps
  extends Pick<HostSheetProps<PickOffer, null>, 'app' | 'offer' | 'onChoose' | 'returnFocus'> {
  readonly kind: PickSheetKind
  /** Sends a file; resolves with its problem, or with null. */
  readonly onPick: (file: Blob, options: UploadOptions) => Promise<string | null>
}

const WORDS = {
  'pick-image': {
    title: 'Choose a photo',
    one: 'a photo',
    accept: 'image/*,.heic,.heif',
    camera: 'Take a photo',
    cameraAccept: 'image/*',
    sample: 'Use a sample photo',
    drop: 'or drop one here',
    without: 'without where and when it was taken',
  },
  'pick-video': {
    title: 'Choose a video',
    one: 'a video',
    accept: 'video/mp4,video/quicktime,video/webm,.mp4,.mov,.webm',
    camera: 'Record a video',
    cameraAccept: 'video/*',
    sample: 'Use a sample video',
    drop: 'or drop one here',
    without: 'without where and when it was recorded',
  },
} as const satisfies Record<PickSheetKind, object>

/** The progress of an upload; the file is checked once it is complete. */
interface Sending {
  readonly share: number
}

/**
 * The sheets for picking a photo or a video (4.5). After an unusable file, the sheet stays open with the
 * reason.
 */
export const PickSheet = ({ app, kind, offer, onPick, onChoose, returnFocus }: PickSheetProps) => {
  const id = useId()
  const words = WORDS[kind]
  const cancel = () => onChoose(null)
  const sending = useSignal<Sending | null>(null)
  const fault = useSignal<string | null>(null)
  const underWay = useRef<AbortController | null>(null)
  // The sheet may close at any time: the app is reloaded, or the user closes it.
  useEffect(() => () => underWay.current?.abort(), [])

  const pick = async (load: () => Promise<Blob>): Promise<void> => {
    underWay.current?.abort()
    const controller = new AbortController()
    underWay.current = controller
    const { signal } = controller
    fault.value = null
    sending.value = { share: 0 }
    let said: string | null
    try {
      const file = await load()
      said =
        file.size > offer.maxBytes
          ? tooLarge(kind)
          : await onPick(file, {
              signal,
              onProgress: (share) => {
                if (!signal.aborted) sending.value = { share }
              },
            })
    } catch (error) {
      // Another file was chosen in the meantime, or the sheet closed.
      if (signal.aborted) return
      said = wordsOfError(error)
    }
    if (signal.aborted) return
    // If the file was accepted, the sheet closes soon.
    if (said !== null) sending.value = null
    fault.value = said
  }
  const onFile = (event: { readonly currentTarget: HTMLInputElement }) => {
    const [file] = event.currentTarget.files ?? []
    // Allows the same file to be chosen again.
    event.currentTarget.value = ''
    if (file !== undefined) void pick(() => (kind === 'pick-image' ? openHeic(file) : Promise.resolve(file)))
  }
  const limits = [
    `up to ${offer.maxBytes / MB} MB`,
    ...(offer.maxSeconds === null ? [] : [`up to ${inWords(offer.maxSeconds)}`]),
  ].join(', ')

  return (
    <Sheet title={words.title} onClose={cancel} returnFocus={returnFocus}>
      <div class="sheet-app line">
        <AppIcon app={app} size="small" />
        <div>
          <strong>
            <bdi>{offer.app}</bdi>
          </strong>{' '}
          asks for {words.one}. It gets a copy, {words.without}.
        </div>
      </div>
      {sending.value === null ? (
        <div class="pick-inputs">
          <div class="pick-drop">
            <input
              type="file"
              class="input-above"
              id={id}
              accept={words.accept}
              aria-describedby={`${id}-limits`}
              onChange={onFile}
            />
            <label for={id} class="pick-label">
              <Icon name={kind === 'pick-image' ? 'picture' : 'video'} />
              {words.title}
            </label>
            <span class="muted small" id={`${id}-limits`}>
              <span class="pick-drop-hint">{words.drop} · </span>
              {limits}
            </span>
          </div>
          {isPhone() && (
            <div class="pick-camera">
              <input
                type="file"
                class="input-above"
                id={`${id}-camera`}
                accept={words.cameraAccept}
                capture="environment"
                onChange={onFile}
              />
              <label for={`${id}-camera`}>
                <Icon name="camera" />
                {words.camera}
              </label>
            </div>
          )}
        </div>
      ) : (
        <div class="pick-progress stack" role="status">
          <progress
            max={1}
            {...(sending.value.share < 1 ? { value: sending.value.share } : {})}
            aria-label="Progress"
          />
          <span>{sending.value.share < 1 ? 'Uploading …' : 'Checking …'}</span>
        </div>
      )}
      <Alert text={fault.value} />
      <details class="pick-samples">
        <summary>{words.sample}</summary>
        <ul>
          {SAMPLES[kind].map(({ label, facts, load }) => (
            <li key={label}>
              <button type="button" disabled={sending.value !== null} onClick={() => void pick(load)}>
                <span>{label}</span>
                <span class="muted small">{facts}</span>
              </button>
            </li>
          ))}
        </ul>
      </details>
      <div class="sheet-actions stack">
        <HostButton quiet onClick={cancel}>
          Cancel
        </HostButton>
      </div>
    </Sheet>
  )
}

/** A coarse pointer suggests a device with a camera. */
const isPhone = (): boolean => matchMedia('(pointer: coarse)').matches
