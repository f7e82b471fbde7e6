import { useSignal } from '@preact/signals'
import { Icon } from './icon.js'

export interface CopyButtonProps {
  /** What is copied: the button's name. */
  readonly label: string
  readonly text: () => string
}

const SAID_MS = 1_600

/** Puts a text on the clipboard and says so. */
export const CopyButton = ({ label, text }: CopyButtonProps) => {
  const outcome = useSignal<'copied' | 'failed' | null>(null)
  const copy = async () => {
    outcome.value = (await writeClipboard(text())) ? 'copied' : 'failed'
    setTimeout(() => {
      outcome.value = null
    }, SAID_MS)
  }
  const said =
    outcome.value === 'copied' ? 'Copied' : outcome.value === 'failed' ? 'Copying is not allowed' : ''
  return (
    <>
      <button
        type="button"
        class="icon-button"
        aria-label={label}
        title={said === '' ? label : said}
        onClick={copy}
      >
        <Icon name={outcome.value === 'copied' ? 'check' : outcome.value === 'failed' ? 'alert' : 'copy'} />
      </button>
      <span class="visually-hidden" role="status">
        {said}
      </span>
    </>
  )
}

const writeClipboard = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // No clipboard without HTTPS (a phone on the local network), or not allowed.
    return false
  }
}
