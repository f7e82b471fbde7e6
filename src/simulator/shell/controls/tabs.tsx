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

export interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly selected: string
  readonly onSelect: (id: string) => void
}

/** Tabs with one panel: arrow keys, Home and End move between tabs, Tab moves to the panel. */
export const Tabs = ({ label, tabs, selected, onSelect }: TabsProps) => {
  const prefix = useId()
  const list = useRef<HTMLDivElement>(null)
  const current = tabs.find((tab) => tab.id === selected) ?? tabs[0]
  if (current === undefined) return null
  const move = (event: KeyboardEvent) => {
    const index = tabs.indexOf(current)
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = target === undefined ? undefined : tabs[(target + tabs.length) % tabs.length]
    if (next === undefined) return
    event.preventDefault()
    onSelect(next.id)
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
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
            {tab.badge !== undefined && tab.badge.count > 0 && (
              <>
                {' '}
                <span class={`badge badge-${tab.badge.tone}`}>
                  {tab.badge.count > 999 ? '999+' : tab.badge.count}
                  <span class="visually-hidden"> {tab.badge.of}</span>
                </span>
              </>
            )}
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
        {current.content()}
      </div>
    </div>
  )
}
