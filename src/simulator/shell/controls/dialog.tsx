import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Button } from './button.js'

/** The element of a dialog that opens over the page as soon as it is drawn. */
export const useModal = () => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return dialog
}

export interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A dialog over the page, with a button that closes it. */
export const Dialog = ({ title, onClose, children }: DialogProps) => {
  const id = useId()
  const dialog = useModal()
  return (
    <dialog class="dialog" aria-labelledby={id} ref={dialog} onClose={onClose}>
      <div class="dialog-body">
        <h2 id={id}>{title}</h2>
        {children}
        <div class="dialog-actions">
          <Button onClick={() => dialog.current?.close()}>Close</Button>
        </div>
      </div>
    </dialog>
  )
}
