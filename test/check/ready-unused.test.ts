import { describe, expect, it } from 'vitest'
import { check } from '../../src/check/run.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'

const isFound = async (files: Readonly<Record<string, string>>): Promise<boolean> => {
  const scripts = Object.keys(files)
    .filter((path) => path !== 'sdk.js')
    .map((path) => `<script type="module" src="${path}"></script>`)
  const page = `<!doctype html><html lang="en"><title>A</title><script src="service-miniapp.js"></script>${scripts.join('')}</html>`
  const { problems } = await check(
    memoryBundle({ ...sampleFiles(), ...files, 'index.html': page, 'service-miniapp.js': '' }),
  )
  return problems.some(({ rule }) => rule === 'sdk/ready-unused')
}

describe('4.2: ready', () => {
  it.each([
    'Service.ready()',
    'Service?.ready?.()',
    'window.Service?.ready()',
    'const { ready } = Service\nready()',
    'const { ready: show } = window.Service\nshow()',
    'const sdk = Service\nsdk.ready()',
    'const show = Service.ready.bind(Service)\nshow()',
    "Service['ready']()",
    "const name = 'ready'\nService[name]()",
    "addEventListener('load', Service.ready)",
    'const start = (api) => api.ready()\nstart(Service)',
    'const host = { api: window.Service, ready() { return this.api.ready() } }\nhost.ready()',
    'class Page { constructor(api) { this.api = api }\nshow() { this.api.ready() } }\nnew Page(window.Service).show()',
  ])('is called: %s', async (script) => {
    expect(await isFound({ 'main.js': script })).toBe(false)
  })

  it.each([
    'Service.getContext()',
    '// Service.ready() comes later\nService.getContext()',
    "const text = 'Call Service.ready()'\nService.getContext()",
    'Service.getContext() // host.ready()',
    'document.fonts.ready.then(() => Service.getContext())',
    'const game = { ready() {} }\ngame.ready()\nService.getContext()',
    'Service.ready\nService.getContext()',
    "if (Service.ready) document.title = 'A'\nService.getContext()",
    "if (typeof Service.ready === 'function') Service.getContext()",
  ])('is not called: %s', async (script) => {
    expect(await isFound({ 'main.js': script })).toBe(true)
  })

  it('may be called by a script that does not parse, or is missing', async () => {
    expect(await isFound({ 'main.js': 'Service.ready()\nconst = 5' })).toBe(false)
    expect(await isFound({ 'main.js': 'Service.getContext()\nconst = 5' })).toBe(true)
    const page =
      '<!doctype html><html lang="en"><title>A</title><script src="service-miniapp.js"></script><script src="main.js"></script></html>'
    const files = { ...sampleFiles(), 'index.html': page, 'service-miniapp.js': '' }
    const { problems } = await check(memoryBundle(files))
    expect(problems.map(({ rule }) => rule)).not.toContain('sdk/ready-unused')
  })

  it.each([
    ['export const api = window.Service', "import { api } from './sdk.js'\napi.ready()"],
    ['export default Service', "import api from './sdk.js'\napi.ready()"],
    ['export const get = () => window.Service', "import { get } from './sdk.js'\nget().ready()"],
    ['export const { ready } = window.Service', "import { ready } from './sdk.js'\nready()"],
  ])('is called through another module: %s', async (sdk, main) => {
    expect(await isFound({ 'main.js': main, 'sdk.js': sdk })).toBe(false)
  })
})
