import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'

export interface Tab {
  readonly id: string
  readonly label: string
  /** A count next to the label, with its unit; hidden at 0. */
  readonly badge?: {
    readonly count: number
    readonly tone: 'danger' | 'warning' | 'quiet'
    readonly of: string
  }
  readonly content: () => ComponentChildren
}

/** Tabs that belong together, behind one tab. */
interface TabGroup {
  readonly id: string
  readonly label: string
  readonly tabs: readonly Tab[]
}

export type TabOrGroup = Tab | TabGroup

export interface TabsProps {
  readonly label: string
  readonly tabs: readonly TabOrGroup[]
  /** The id of a tab, also of one in a group. */
  readonly selected: string
  readonly onSelect: (id: string) => void
}

/**
 * Tabs with one panel: arrow keys, Home and End move between tabs, Tab moves to the panel. The panel of a group has tabs of its
 * own. A group opens at the tab that was last selected in it.
 */
export const Tabs = ({ label, tabs, selected, onSelect }: TabsProps) => {
  const prefix = useId()
  const list = useRef<HTMLDivElement>(null)
  const lastIn = useRef(new Map<string, string>())
  const current = tabs.find((tab) => tabsOf(tab).some(({ id }) => id === selected)) ?? tabs[0]
  if (current === undefined) return null
  if ('tabs' in current) lastIn.current.set(current.id, selected)
  const select = (tab: TabOrGroup): void => {
    const leaf = 'tabs' in tab ? (lastIn.current.get(tab.id) ?? tab.tabs[0]?.id) : tab.id
    if (leaf !== undefined) onSelect(leaf)
  }
  const move = (event: KeyboardEvent) => {
    const index = tabs.indexOf(current)
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = target === undefined ? undefined : tabs[(target + tabs.length) % tabs.length]
    if (next === undefined) return
    event.preventDefault()
    select(next)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${prefix}-tab-${next.id}`)}`)?.focus()
  }
  return (
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${prefix}-tab-${tab.id}`}
            aria-selected={tab === current}
            aria-controls={`${prefix}-panel`}
            tabIndex={tab === current ? 0 : -1}
            title={'tabs' in tab ? tab.tabs.map((part) => part.label).join(', ') : undefined}
            onClick={() => select(tab)}
          >
            {tab.label}
            <Badge of={badgeOf(tab)} />
          </button>
        ))}
      </div>
      <div
        class="tab-panel"
        role="tabpanel"
        id={`${prefix}-panel`}
        aria-labelledby={`${prefix}-tab-${current.id}`}
        key={current.id}
      >
        {'tabs' in current ? (
          <Tabs label={current.label} tabs={current.tabs} selected={selected} onSelect={onSelect} />
        ) : (
          current.content()
        )}
      </div>
    </div>
  )
}

const tabsOf = (tab: TabOrGroup): readonly Tab[] => ('tabs' in tab ? tab.tabs : [tab])

/** Of a group: the badge that says that something is wrong, or else the first. */
const badgeOf = (tab: TabOrGroup): Tab['badge'] => {
  const badges = tabsOf(tab).flatMap(({ badge }) => (badge === undefined || badge.count === 0 ? [] : [badge]))
  return badges.find(({ tone }) => tone !== 'quiet') ?? badges[0]
}

const Badge = ({ of: badge }: { readonly of: Tab['badge'] | undefined }) =>
  badge !== undefined && badge.count > 0 ? (
    <>
      {' '}
      <span class={`badge badge-${badge.tone}`}>
        {badge.count > 999 ? '999+' : badge.count}
        <span class="visually-hidden"> {badge.of}</span>
      </span>
    </>
  ) : null
