import type { ComponentChildren } from 'preact'
import { IconButton } from '../../controls/button.js'
import { CopyButton } from '../../controls/copy-button.js'
import { ScrollArea } from '../../controls/scroll-area.js'
import { toPrettyJson } from './json-view.js'

/** The details of an entry that was chosen in a list: its name, buttons, and a body that scrolls. */
export const DetailsPane = ({
  entry,
  marks,
  title,
  buttons,
  label,
  onClose,
  children,
}: {
  /** What "Copy this entry" copies. */
  readonly entry: unknown
  /** Before the title. */
  readonly marks: ComponentChildren
  readonly title: ComponentChildren
  /** Before "Copy this entry". */
  readonly buttons?: ComponentChildren
  /** What the body shows, for assistive technology. */
  readonly label: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}) => (
  <section class="details" aria-label="Details">
    <div class="details-head line">
      {marks}
      <h2 class="mono">{title}</h2>
      {buttons}
      <CopyButton label="Copy this entry" text={() => toPrettyJson(entry)} />
      <IconButton icon="close" label="Close details" onClick={onClose} />
    </div>
    <ScrollArea className="details-body" label={label}>
      {children}
    </ScrollArea>
  </section>
)
