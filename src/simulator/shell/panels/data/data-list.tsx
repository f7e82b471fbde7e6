import type { ComponentChildren } from 'preact'
import { IconButton } from '../../controls/button.js'
import { VirtualList } from '../../controls/virtual-list.js'

export interface DataListProps {
  readonly label: string
  readonly count: number
  readonly row: (index: number) => ComponentChildren
  /** The selected row's index, or -1. */
  readonly selected: number
  readonly onSelect: (index: number) => void
  readonly onEscape: () => void
  /** Shown if there are no rows. */
  readonly empty: string
  /** Below the list: the selected or new item. */
  readonly details: ComponentChildren
  readonly foot: ComponentChildren
}

/** A list of saved items, with the selected one below it. */
export const DataList = ({ label, count, row, empty, details, foot, ...selection }: DataListProps) => (
  <>
    <div class="calls-list">
      <VirtualList
        label={label}
        count={count}
        follow={false}
        onFollow={() => {}}
        row={(index) => ({ key: index, className: 'row-data', content: row(index) })}
        {...selection}
      />
      {count === 0 && <p class="empty">{empty}</p>}
    </div>
    {details}
    <p class="panel-foot">{foot}</p>
  </>
)

export interface DetailsProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** The selected item as a form: Escape closes it. */
export const Details = ({ title, onClose, children }: DetailsProps) => (
  <section
    class="details details-form"
    aria-label={title}
    onKeyDown={(event) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose()
    }}
  >
    <div class="details-head line">
      <h2>{title}</h2>
      <IconButton icon="close" label="Close" onClick={onClose} />
    </div>
    <div class="details-body data-form">{children}</div>
  </section>
)
