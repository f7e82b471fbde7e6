import { describe, expect, it } from 'vitest'
import type { PageMessage } from '../../../../src/simulator/injected-messages.js'
import { PageIdentity, readPageMessage } from '../../../../src/simulator/shell/bridge/frame-page.js'

const said = (page: PageMessage['page'], key: string): PageMessage => ({ miniapp_simulator: 1, page, key })

/** What becomes of messages, in order. */
const read = (...messages: readonly (readonly [PageMessage['page'], string])[]) => {
  const identity = new PageIdentity()
  return messages.map(([page, key]) => identity.read(said(page, key)))
}

describe('the injected script’s word', () => {
  it('counts with the key of the page', () => {
    expect(read(['started', 'a'], ['tapped', 'a'], ['tapped', 'a'], ['leaving', 'a'])).toEqual([
      'started',
      'tapped',
      'tapped',
      'left',
    ])
  })

  it('counts with a new key once the page said that it is going away', () => {
    expect(read(['started', 'a'], ['leaving', 'a'], ['started', 'b'], ['tapped', 'b'])).toEqual([
      'started',
      'left',
      'replaced',
      'tapped',
    ])
  })

  it('is not what an app makes up', () => {
    expect(
      read(
        ['tapped', 'x'],
        ['started', 'a'],
        ['tapped', 'x'],
        ['started', 'x'],
        ['tapped', 'x'],
        ['leaving', 'x'],
        ['started', 'x'],
        ['tapped', 'x'],
        ['tapped', 'a'],
        ['leaving', 'a'],
        ['tapped', 'a'],
      ),
    ).toEqual([null, 'started', null, null, null, null, null, null, 'tapped', 'left', null])
  })

  it.each([
    null,
    'tapped',
    { page: 'tapped', key: 'a' },
    { miniapp_simulator: 1, page: 'tapped' },
    { miniapp_simulator: 1, page: 'tapped', key: 1 },
    { miniapp_simulator: 1, page: 'gone', key: 'a' },
    { miniapp_simulator: '1', page: 'tapped', key: 'a' },
  ])('is nothing of another form: %j', (data) => {
    expect(readPageMessage(data)).toBeNull()
  })
})
