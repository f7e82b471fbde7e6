// Plays matches of eight in a host without network or page, at 20 messages per second and player. Prints
// the cost: node --expose-gc host-load.mjs BUNDLE MATCHES SECONDS
import { pathToFileURL } from 'node:url'

const PLAYERS = 8
const PER_SECOND = 20

const [, , bundle = '', matchCount = '', secondCount = ''] = process.argv
/** @type {typeof import('../../../test/support/rigs/host-rig.js')} */
const { hostRig } = await import(pathToFileURL(bundle).href)
const rig = await hostRig()
let delivered = 0

/** @type {import('../../../test/support/rigs/host-rig.js').Page[]} */
const pages = []
for (let match = 0; match < Number(matchCount); match++) {
  let code = ''
  for (let player = 0; player < PLAYERS; player++) {
    const page = await rig.open({ seat: match * PLAYERS + player + 1 })
    page.person.choices.push({ nickname: 'Amber Badger' })
    const entered =
      player === 0
        ? await page.call('mp.host', { max_players: PLAYERS })
        : await page.call('mp.join', { code })
    if ('code' in entered) throw new Error(`A player could not enter the match: ${entered.code}.`)
    const joined = /** @type {import('./players.mjs').Joined} */ (entered.result)
    code = joined.match.code
    pages.push(page)
  }
}
for (const { posted } of pages) posted.length = 0

const heap = () => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1_048_576
}

const checkpoints = []
const before = process.cpuUsage()
let spared = 0
for (let second = 0; second < Number(secondCount); second++) {
  for (let turn = 0; turn < PER_SECOND; turn++) {
    await Promise.all(
      pages.map(({ session }, index) =>
        session.receive({
          json: `{"service":1,"id":"s${index}","method":"mp.send","params":{"data":{"t":"pos","x":${index},"y":${turn},"vx":0.25,"vy":-1.5,"n":${second}}}}`,
          gesture: false,
        }),
      ),
    )
    for (const { posted } of pages) {
      // Each page got one answer; everything else is messages.
      delivered += posted.length - 1
      posted.length = 0
    }
    rig.clock.advance(1_000 / PER_SECOND)
  }
  if ((second + 1) % 60 === 0) {
    const from = process.cpuUsage()
    checkpoints.push({ second: second + 1, heap: heap() })
    const used = process.cpuUsage(from)
    spared += used.user + used.system
  }
}
const used = process.cpuUsage(before)
const sent = pages.length * PER_SECOND * Number(secondCount)
if (delivered !== sent * (PLAYERS - 1))
  throw new Error(`${delivered} messages arrived of ${sent * (PLAYERS - 1)}.`)
console.log(
  JSON.stringify({
    sent,
    delivered,
    cpuMs: (used.user + used.system - spared) / 1_000,
    checkpoints,
  }),
)
