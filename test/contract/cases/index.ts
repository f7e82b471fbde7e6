import type { ContractCase } from '../contract.js'
import { AI_CASES } from './ai.js'
import { CALL_CASES } from './calls.js'
import { EVENT_CASES } from './events.js'
import { FAULT_CASES } from './faults.js'
import { GATE_CASES } from './gates.js'
import { MATCH_CASES } from './matches.js'
import { NETWORK_CASES } from './network.js'
import { VALUE_CASES } from './values.js'

/** What every host must do, in memory and in a browser alike. */
export const CONTRACT_CASES: readonly ContractCase[] = [
  ...CALL_CASES,
  ...EVENT_CASES,
  ...GATE_CASES,
  ...MATCH_CASES,
  ...NETWORK_CASES,
  ...AI_CASES,
  ...FAULT_CASES,
  ...VALUE_CASES,
]
