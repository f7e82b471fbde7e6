import { useSignal } from '@preact/signals'
import { Icon } from './icon.js'

export interface CopyButtonProps {
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
  return (
    <button type="button" class="button" onClick={copy}>
      <Icon name={outcome.value === 'copied' ? 'check' : 'copy'} />
      <span aria-live="polite">
        {outcome.value === 'copied' ? 'Copied' : outcome.value === 'failed' ? 'Not allowed' : label}
      </span>
    </button>
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
