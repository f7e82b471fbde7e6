import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { put } from './form.js'

export interface ConfirmButtonProps {
  /** The label of the first step; `…` is added. */
  readonly children: ComponentChildren
  /** The label of the final step. */
  readonly confirm: string
  readonly disabled?: boolean
  readonly onConfirm: () => void
}

/** A button for an irreversible action: it asks for confirmation in place. */
export const ConfirmButton = ({ children, confirm, disabled = false, onConfirm }: ConfirmButtonProps) => {
  const confirming = useSignal(false)
  const first = useRef<HTMLButtonElement>(null)
  const keep = useRef<HTMLButtonElement>(null)
  const wasConfirming = useRef(false)

  // Keeps the focus here: first on the harmless choice, then where it came from.
  useLayoutEffect(() => {
    if (confirming.value) keep.current?.focus()
    else if (wasConfirming.current) first.current?.focus()
    wasConfirming.current = confirming.value
  }, [confirming.value])

  const stop = put(confirming, false)
  if (!confirming.value)
    return (
      <button type="button" class="button" ref={first} disabled={disabled} onClick={put(confirming, true)}>
        {children} …
      </button>
    )
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    stop()
  }
  return (
    <span class="confirm line wrap">
      <button
        type="button"
        class="button button-danger"
        onKeyDown={onKeyDown}
        onClick={() => {
          stop()
          onConfirm()
        }}
      >
        {confirm}
      </button>
      <button type="button" class="button" ref={keep} onKeyDown={onKeyDown} onClick={stop}>
        Cancel
      </button>
    </span>
  )
}
