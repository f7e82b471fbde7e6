interface Panel {
  readonly id: string
  readonly label: string
}

/** A tab at the top: a panel, or several that belong together. */
interface PanelGroup extends Panel {
  readonly panels?: readonly [Panel, Panel, ...Panel[]]
}

/** The developer's panels as the tabs show them. Six at the top are as many as people find without a search. */
export const PANEL_GROUPS = [
  { id: 'calls', label: 'Calls' },
  {
    id: 'app',
    label: 'App',
    panels: [
      { id: 'problems', label: 'Problems' },
      { id: 'page', label: 'Page' },
    ],
  },
  {
    id: 'data',
    label: 'Data',
    panels: [
      { id: 'storage', label: 'Storage' },
      { id: 'purchases', label: 'Purchases' },
      { id: 'records', label: 'Shared' },
      { id: 'person', label: 'Person' },
      { id: 'snapshots', label: 'Snapshots' },
    ],
  },
  {
    id: 'play',
    label: 'Matches',
    panels: [
      { id: 'matches', label: 'Live matches' },
      { id: 'timeline', label: 'Timeline' },
    ],
  },
  {
    id: 'simulate',
    label: 'Simulate',
    panels: [
      { id: 'switches', label: 'Switches' },
      { id: 'faults', label: 'Faults' },
      { id: 'clock', label: 'Clock' },
    ],
  },
  { id: 'docs', label: 'Docs' },
] as const satisfies readonly PanelGroup[]

type Group = (typeof PANEL_GROUPS)[number]

/** The id of a panel, which the settings keep. */
export type PanelId =
  | Exclude<Group, { panels: unknown }>['id']
  | Extract<Group, { panels: unknown }>['panels'][number]['id']

/** Every panel, in the order of the tabs. */
export const PANELS = PANEL_GROUPS.flatMap(
  (group): readonly { readonly id: PanelId; readonly label: string }[] =>
    'panels' in group ? group.panels : [group],
)
