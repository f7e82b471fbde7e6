import { ACTIVATION_MS } from '../../../src/simulator/shell/bridge/taps.js'

const FRESH_MS = 2_000

/**
 * What the app's page does for the contract's cases: it speaks the message protocol by itself (4), since the SDK would
 * keep back what the host must refuse. `contract` is what a test asks it.
 */
export const CONTRACT_APP = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Contract</title></head><body><h1>Contract</h1><button id="key">Key</button><script>
const open = new Map(), said = [], outcomes = new Map()
let last = 0, next = null, tappedAt = -Infinity, taps = 0, tapsBefore = 0
addEventListener('message', ({ data, source }) => {
  if (source !== parent || data?.service !== 1) return
  if ('event' in data) said.push({ event: data.event, data: data.data })
  else { open.get(data.id)?.(data); open.delete(data.id) }
})
for (const name of ['pointerup', 'keydown'])
  addEventListener(name, () => {
    tappedAt = performance.now()
    taps += 1
    next?.()
    next = null
  })
// While a tap is this fresh, another for each call would only take time.
const FRESH_MS = ${FRESH_MS}
// So old a tap does not count any more. The host hears of a tap after this page, so that it never lapses sooner there.
const LAPSED_MS = ${ACTIVATION_MS}
let made = null
window.contract = {
  said,
  start: (method, params) => {
    const id = 'call-' + ++last
    const answer = new Promise((resolve) => {
      open.set(id, ({ result, error }) => {
        const outcome = error ? { code: error.code } : { result: seen(result) }
        outcomes.set(id, outcome)
        resolve(outcome)
      })
    })
    parent.postMessage({ service: 1, id, method, params }, '*')
    return { id, answer }
  },
  call: (method, params) => contract.start(method, params).answer,
  burst: (calls) => Promise.all(calls.map(([method, params]) => contract.call(method, params))),
  // The call that the next tap makes.
  onTap: (method, params) => {
    next = () => contract.start(method, params)
    tapsBefore = taps
    return 'call-' + (last + 1)
  },
  // Makes calls at once where a tap still counts, else in the next one. Says whether it waits for that.
  inTap: (calls, isOver) => {
    const age = () => performance.now() - tappedAt
    const make = async () => {
      const outcomes = await contract.burst(calls)
      return outcomes[0].code === 'NEEDS_TAP' && age() >= LAPSED_MS ? null : outcomes
    }
    const waits = isOver || age() >= FRESH_MS
    tapsBefore = taps
    made = waits ? new Promise((resolve) => { next = () => resolve(make()) }) : make()
    return waits
  },
  // Whether a tap came since it was waited for: of several windows, one may lose a key.
  isTapped: () => new Promise((resolve) => {
    const look = (looks) => {
      if (taps > tapsBefore || looks === 0) resolve(taps > tapsBefore)
      else setTimeout(look, 10, looks - 1)
    }
    look(100)
  }),
  // What these calls came to; null where their tap had lapsed by the time that they arrived.
  outcomesInTap: () => made,
  outcome: (id) => outcomes.get(id) ?? null,
  // What comes after it is answered in order: by then its own answer would be there.
  ignores: (message) => new Promise((resolve) => {
    open.set(message?.id, () => resolve(false))
    parent.postMessage(message, '*')
    contract.call('storage.keys', {}).then(() => resolve(true))
  }),
}
// Where a test cannot wait for an expression, the page around asks by a channel that the host does not see.
addEventListener('message', ({ data, source, ports }) => {
  if (source !== parent || data !== 'contract' || ports.length !== 1) return
  ports[0].onmessage = async ({ data: expression }) => {
    let answer
    try { answer = { value: (await (0, eval)(expression)) ?? null } } catch (error) { answer = { error: String(error) } }
    ports[0].postMessage(JSON.stringify(answer))
  }
  ports[0].postMessage('ready')
})
const seen = (value) => value instanceof Blob ? { size: value.size, type: value.type }
  : Array.isArray(value) ? value.map(seen)
  : value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, seen(v)])) : value
</script></body></html>`
