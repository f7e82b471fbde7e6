import type { ComponentChildren } from 'preact'
import { IconButton } from '../../controls/button.js'
import { VirtualList } from '../../controls/virtual-list.js'

export interface DataListProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  readonly row: (item: Item) => ComponentChildren
  readonly selected: Item | undefined
  /** @param item null deselects */
  readonly onSelect: (item: Item | null) => void
  /** Shown if there are no rows. */
  readonly empty: string
  /** Below the list: the selected or new item. */
  readonly details: ComponentChildren
  readonly foot: ComponentChildren
}

/** A list of saved items, with the selected one below it. */
export const DataList = <Item,>({
  label,
  items,
  row,
  selected,
  onSelect,
  empty,
  details,
  foot,
}: DataListProps<Item>) => (
  <>
    <div class="calls-list">
      <VirtualList
        label={label}
        count={items.length}
        follow={false}
        onFollow={() => {}}
        row={(index) => {
          const item = items[index]
          return { key: index, className: 'row-data', content: item === undefined ? null : row(item) }
        }}
        selected={selected === undefined ? -1 : items.indexOf(selected)}
        onSelect={(index) => onSelect(items[index] ?? null)}
        onEscape={() => onSelect(null)}
      />
      {items.length === 0 && <p class="empty">{empty}</p>}
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
