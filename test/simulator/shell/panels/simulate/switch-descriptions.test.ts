import { describe, expect, it } from 'vitest'
import { DEFAULT_SWITCHES } from '../../../../../src/host/control/switches.js'
import { SWITCH_GROUPS } from '../../../../../src/simulator/shell/panels/simulate/switch-descriptions.js'

describe('the Switches panel', () => {
  it('has every switch', () => {
    const shown = new Set(SWITCH_GROUPS.flatMap(({ switches }) => switches.map(({ name }) => name)))
    expect([...shown].sort()).toEqual(Object.keys(DEFAULT_SWITCHES).sort())
  })
})
