import { callName } from '../../platform/calls/table.js'
import type { FaultPlan } from '../control/faults/fault.js'
import type { Action } from '../log/action.js'
import type { LogEntry } from '../log/call-log.js'

/** An entry of a log as this version writes it. In logs of version 0.1, methods were wire names, and faults `trouble`. */
export const upToDate = (entry: LogEntry): LogEntry => {
  const given = entry as unknown as EarlierEntry
  if ((given.kind === 'call' || given.kind === 'dropped') && given.wire === undefined) {
    const wire = given.method ?? null
    return { ...entry, method: wire === null ? null : callName(wire), wire } as LogEntry
  }
  if (given.kind !== 'note' || given.action === undefined) return entry
  return { ...entry, action: actionOf(given.action) } as LogEntry
}

interface EarlierEntry {
  readonly kind: string
  readonly method?: string | null
  readonly wire?: string | null
  readonly action?: Action | EarlierAction
}

type EarlierAction =
  | {
      readonly do: 'order-trouble'
      readonly order: Omit<FaultPlan, 'method' | 'fault'> & {
        readonly method: string | null
        readonly trouble: FaultPlan['fault']
      }
    }
  | { readonly do: 'call-off-trouble'; readonly id: number | null }
  | { readonly do: 'torture'; readonly seed: number | null }

const actionOf = (action: Action | EarlierAction): Action => {
  switch (action.do) {
    case 'order-trouble': {
      const { trouble, method, ...plan } = action.order
      return {
        do: 'add-fault',
        plan: { ...plan, method: method === null ? null : callName(method), fault: trouble },
      }
    }
    case 'call-off-trouble':
      return { ...action, do: 'remove-fault' }
    case 'torture':
      return { ...action, do: 'random-faults' }
    default:
      return action
  }
}
