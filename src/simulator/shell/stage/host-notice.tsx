export interface HostNoticeProps {
  readonly words: string
  readonly onDismiss: () => void
}

/** What the host tells the person, with nothing to choose (8.2). It is no sheet: the app goes on and gets its input. */
export const HostNotice = ({ words, onDismiss }: HostNoticeProps) => (
  <div class="host-notice" role="status">
    <span>{words}</span>
    <button type="button" onClick={onDismiss}>
      OK
    </button>
  </div>
)
