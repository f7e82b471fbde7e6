/**
 * What the app's page does for the contract's cases: it speaks the message protocol by itself (4), since the SDK would
 * keep back what the host must refuse. `contract` is what a test asks it.
 */
export const CONTRACT_APP = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Contract</title></head><body><h1>Contract</h1><button id="key">Key</button><script>
const open = new Map(), said = [], outcomes = new Map()
let last = 0, next = null
addEventListener('message', ({ data, source }) => {
  if (source !== parent || data?.service !== 1) return
  if ('event' in data) said.push({ event: data.event, data: data.data })
  else { open.get(data.id)?.(data); open.delete(data.id) }
})
for (const name of ['pointerup', 'keydown'])
  addEventListener(name, () => {
    if (next !== null) contract.start(...next)
    next = null
  })
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
  onTap: (method, params) => { next = [method, params]; return 'call-' + (last + 1) },
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
