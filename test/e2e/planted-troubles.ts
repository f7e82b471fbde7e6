import type { PlaytestRule } from '../../src/playtest/rules.js'
import type { ScenarioName } from '../../src/playtest/scenario-names.js'

/** A small app with one ordinary bug, and the same app without it. */
interface Planted {
  readonly scenario: ScenarioName
  readonly bug: string
  /** What the manifest has besides the sample's. */
  readonly manifest?: Readonly<Record<string, unknown>>
  /** The bodies of both pages. */
  readonly wrong: string
  readonly right: string
  readonly finds: readonly PlaytestRule[]
}

const TAPS = `<h1>Taps</h1><button id="tap" style="width: 90%; height: 300px">0</button><p id="note"></p>`

/** Counts taps, and saves them. @param onFailure what catches a call that is refused */
const taps = (onFailure: string): string => `${TAPS}<script>
const button = document.getElementById('tap')
let count = 0
Service.ready().catch(() => {})
button.onclick = () => {
  count += 1
  button.textContent = count
  Service.storage.set('taps', String(count))${onFailure}
}
</script>`

const TELLS = `.catch(() => { document.getElementById('note').textContent = 'Not saved.' })`

export const PLANTED: readonly Planted[] = [
  {
    scenario: 'calls-fail',
    bug: 'a rejection that nobody catches',
    wrong: taps(''),
    right: taps(TELLS),
    finds: ['run/unhandled-rejection'],
  },
  {
    scenario: 'calls-fail',
    bug: 'a page that stays empty if its context cannot be read',
    wrong: `<script>
Service.getContext().then(({ locale }) => {
  document.body.append('Hello in ' + locale)
  Service.ready()
}, () => {})
</script>`,
    right: `<h1>Hello</h1><script>
Service.ready().catch(() => {})
Service.getContext().then(({ locale }) => document.body.append(' in ' + locale), () => {})
</script>`,
    finds: ['run/dead-page'],
  },
  {
    scenario: 'storage-full',
    bug: 'a full storage that the app ignores',
    wrong: taps(''),
    right: taps(TELLS),
    finds: ['run/unhandled-rejection'],
  },
  {
    scenario: 'offline',
    bug: 'an app that waits for storage before it is ready',
    wrong: `<script>
Service.storage.get('name').then((name) => {
  document.body.append('Hello ' + name)
  Service.ready()
}, () => {})
</script>`,
    right: `<h1>Hello</h1><script>
Service.ready().catch(() => {})
Service.storage.get('name').then((name) => document.body.append(name ?? ''), () => {})
</script>`,
    finds: ['run/dead-page'],
  },
]
