import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { saveFile } from '../screenshot/save-file.js'
import { placeBySeq } from '../stores/log-store.js'
import { IconButton } from './button.js'
import { CopyButton } from './copy-button.js'
import { into } from './form.js'
import { Icon } from './icon.js'
import { VirtualList } from './virtual-list.js'

export interface EntryListProps<Entry> {
  readonly label: string
  /** Sorted by their numbers. */
  readonly entries: readonly Entry[]
  readonly row: (entry: Entry) => { readonly tone: string; readonly content: ComponentChildren }
  /** The number of the selected entry, or null. */
  readonly selected: number | null
  readonly onSelect: (seq: number | null) => void
  /** Whether the list stays scrolled to its end as it grows. */
  readonly follow: Signal<boolean>
  /** Shown if there are no entries. */
  readonly empty: string
}

/** A list of numbered entries that grows at its end. */
export const EntryList = <Entry extends { readonly seq: number }>({
  label,
  entries,
  row,
  selected,
  onSelect,
  follow,
  empty,
}: EntryListProps<Entry>) => (
  <div class="calls-list">
    <VirtualList
      label={label}
      count={entries.length}
      selected={indexOf(entries, selected)}
      follow={follow.value}
      onFollow={into(follow)}
      onSelect={(index) => onSelect(entries[index]?.seq ?? null)}
      onEscape={() => onSelect(null)}
      row={(index) => {
        const entry = entries[index]
        if (entry === undefined) return { key: index, className: '', content: null }
        const { tone, content } = row(entry)
        return { key: entry.seq, className: `row-${tone}`, content }
      }}
    />
    {entries.length === 0 && <p class="empty">{empty}</p>}
  </div>
)

/** The place of the entry with this number; -1 if it is not there. */
export const indexOf = (entries: readonly { readonly seq: number }[], seq: number | null): number => {
  const { found, place } = placeBySeq(entries, seq ?? 0)
  return seq !== null && found ? place : -1
}

export interface EntryCountProps {
  /** How many entries are shown. */
  readonly count: number
  readonly total: number
  readonly follow: Signal<boolean>
  /** Scrolls to the end of the list, and stays there. */
  readonly onLatest: () => void
  /** What can be done with the entries. */
  readonly children?: ComponentChildren
}

/** What is below a list: how many entries it shows, and the way back to its end. */
export const EntryCount = ({ count, total, follow, onLatest, children }: EntryCountProps) => (
  <div class="panel-foot">
    <span>
      {count === total
        ? `${total.toLocaleString('en')} ${total === 1 ? 'entry' : 'entries'}`
        : `${count.toLocaleString('en')} of ${total.toLocaleString('en')} entries`}
    </span>
    {!follow.value && count > 0 && (
      <button type="button" class="topic-link to-latest" onClick={onLatest}>
        <Icon name="down" />
        Latest
      </button>
    )}
    {children !== undefined && <div class="icon-buttons line">{children}</div>}
  </div>
)

export interface EntryExportProps {
  readonly entries: readonly object[]
  /** The name of the file. */
  readonly file: string
}

/** Copies and saves entries: one JSON object per line, as the control API streams them. */
export const EntryExport = ({ entries, file }: EntryExportProps) => {
  const text = (): string => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  return (
    <>
      <CopyButton label="Copy these entries" word="Copy" text={text} />
      <IconButton
        icon="download"
        label="Save these entries as a file"
        word="Save"
        onClick={() => saveFile(file, text())}
      />
    </>
  )
}
