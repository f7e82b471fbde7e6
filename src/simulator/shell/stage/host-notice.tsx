export interface HostNoticeProps {
  readonly words: string
  readonly onDismiss: () => void
}

/** A notice of the host without choices (8.2). It is not a sheet: the app keeps running with input. */
export const HostNotice = ({ words, onDismiss }: HostNoticeProps) => (
  <div class="host-notice" role="status">
    <span>{words}</span>
    <button type="button" onClick={onDismiss}>
      OK
    </button>
  </div>
)
