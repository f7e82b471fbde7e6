import { useSignal } from '@preact/signals'
import { IconButton } from './button.js'
import type { IconName } from './icon.js'

export interface CopyButtonProps {
  /** The button's name: what it copies. */
  readonly label: string
  readonly icon?: IconName
  /** As an icon button's. */
  readonly word?: string | undefined
  readonly text: () => string
}

const SAID_MS = 1_600

/** Copies a text to the clipboard and confirms it. */
export const CopyButton = ({ label, icon = 'copy', word, text }: CopyButtonProps) => {
  const outcome = useSignal<'copied' | 'failed' | null>(null)
  const copy = async () => {
    outcome.value = (await writeClipboard(text())) ? 'copied' : 'failed'
    setTimeout(() => {
      outcome.value = null
    }, SAID_MS)
  }
  const status =
    outcome.value === 'copied' ? 'Copied' : outcome.value === 'failed' ? 'Clipboard access denied' : ''
  return (
    <>
      <IconButton
        icon={outcome.value === 'copied' ? 'check' : outcome.value === 'failed' ? 'alert' : icon}
        label={label}
        word={word}
        title={status === '' ? label : status}
        onClick={copy}
      />
      <span class="visually-hidden" role="status">
        {status}
      </span>
    </>
  )
}

const writeClipboard = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // The clipboard needs HTTPS (missing on a phone on the local network) and permission.
    return false
  }
}
