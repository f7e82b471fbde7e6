import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url))

/**
 * Which parts each part may import, besides itself. `type:` only allows types, which leave nothing in the
 * built code. A file at the top of src/ is a part of its own.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  'failure.ts': [],
  'in-dist.ts': [],
  'mutex.ts': [],
  'opened-once.ts': [],
  'version.ts': [],
  'load-sharp.ts': ['failure.ts'],
  terminal: ['platform'],
  rpc: ['platform'],
  durable: ['failure.ts', 'mutex.ts'],
  media: ['platform', 'load-sharp.ts'],
  'local-server': ['platform', 'failure.ts', 'type:control/contract.ts'],
  watching: ['durable', 'failure.ts'],
  browser: ['failure.ts'],
  bundle: ['platform', 'failure.ts', 'durable'],
  check: [
    'platform',
    'bundle',
    'media',
    'failure.ts',
    'load-sharp.ts',
    'terminal',
    'version.ts',
    'sdk/sdk-file.ts',
    'shim/part-names.ts',
  ],
  pack: ['platform', 'bundle', 'check', 'media', 'failure.ts', 'load-sharp.ts', 'durable', 'terminal'],
  adopt: [
    'platform',
    'bundle',
    'check',
    'failure.ts',
    'load-sharp.ts',
    'sdk/sdk-file.ts',
    'shim/part-names.ts',
    'shim/shim-file.ts',
  ],
  sdk: ['rpc', 'platform'],
  'sdk/sdk-file.ts': ['platform', 'in-dist.ts'],
  // Runs in pages, but for the two that the tool reads: what there is, and the file that is composed of it.
  shim: ['platform', 'shim/parts/dialogs.ts'],
  'shim/parts/dialogs.ts': ['shim'],
  'shim/part-names.ts': [],
  'shim/shim-file.ts': ['shim/part-names.ts', 'type:shim', 'in-dist.ts'],
  host: ['platform'],
  docs: ['platform', 'host'],
  'stand-ins': ['platform', 'load-sharp.ts'],
  'simulator/injected-messages.ts': [],
  'simulator/messages.ts': ['type:check', 'type:host', 'type:platform'],
  'simulator/shell-messages.ts': ['host', 'platform', 'simulator/injected-messages.ts'],
  'simulator/shell-message-text.ts': ['type:simulator/shell-messages.ts'],
  // The contract of both control APIs. Clients import its types, and how addresses are written.
  control: ['platform', 'host', 'type:check', 'type:simulator/messages.ts', 'type:control/contract.ts'],
  'control/contract.ts': [],
  'simulator/shell': [
    'rpc',
    'platform',
    'type:control',
    'control/contract.ts',
    'simulator/messages.ts',
    'type:simulator/shell-messages.ts',
    'simulator/injected-messages.ts',
    'simulator/shell-message-text.ts',
    'type:check',
    'host',
    'docs',
  ],
  'simulator/injected': ['rpc', 'platform', 'simulator/injected-messages.ts'],
  simulator: [
    'control',
    'host',
    'stand-ins',
    'platform',
    'bundle',
    'check',
    'media',
    'durable',
    'local-server',
    'watching',
    'failure.ts',
    'in-dist.ts',
    'load-sharp.ts',
    'mutex.ts',
    'opened-once.ts',
    'version.ts',
    'simulator/shell-messages.ts',
    'simulator/messages.ts',
    'simulator/injected-messages.ts',
  ],
  publish: ['platform', 'media', 'durable', 'failure.ts'],
  service: [
    'control',
    'platform',
    'bundle',
    'check',
    'host',
    'media',
    'durable',
    'local-server',
    'failure.ts',
    'mutex.ts',
    'opened-once.ts',
  ],
  testing: [
    'simulator',
    'service',
    'bundle',
    'durable',
    'type:control',
    'control/contract.ts',
    'type:host',
    'type:check',
    'type:platform',
  ],
  'playtest/page': [],
  playtest: [
    'platform',
    'browser',
    'bundle',
    'check',
    'host',
    'testing',
    'terminal',
    'local-server',
    // How a file's bytes are sent, for the server of an original.
    'simulator',
    'durable',
    'sdk/sdk-file.ts',
    // An original's dialogs are answered as the app's are.
    'shim/parts/dialogs.ts',
    'failure.ts',
    'in-dist.ts',
    'load-sharp.ts',
    'mutex.ts',
    'version.ts',
    'playtest/page',
  ],
  vite: [
    'bundle',
    'check',
    'durable',
    'local-server',
    'simulator',
    'sdk/sdk-file.ts',
    'terminal',
    'failure.ts',
  ],
  mcp: [
    'control',
    'playtest',
    'playtest/page',
    'type:testing',
    'check',
    'bundle',
    'docs',
    'host',
    'platform',
    'durable',
    'terminal',
    'failure.ts',
    'mutex.ts',
    'version.ts',
  ],
  'index.ts': ['bundle', 'check', 'pack', 'failure.ts'],
  cli: [
    'adopt',
    'docs',
    'platform',
    'bundle',
    'check',
    'pack',
    'host',
    'simulator',
    'publish',
    'service',
    'sdk/sdk-file.ts',
    'shim/part-names.ts',
    'shim/shim-file.ts',
    'browser',
    'playtest',
    'mcp',
    'testing',
    'durable',
    'local-server',
    'watching',
    'terminal',
    'failure.ts',
    'in-dist.ts',
    'version.ts',
  ],
}

/** The packages that the pure parts may import; the other parts are free. */
const PURE_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  platform: ['zod', 'zod/mini', 'linkify-it'],
  rpc: [],
  host: ['zod', 'obscenity'],
  docs: ['zod/mini'],
  // No clock, no disk, no chance of the machine's: the same words give the same.
  'stand-ins': ['@dicebear/core', '@dicebear/shapes'],
}

/** The parts, the most particular first, so that `simulator/shell` is found before `simulator`. */
const PARTS = Object.keys(MAY_IMPORT).sort((a, b) => b.length - a.length)

const partOf = (file: string): string | undefined =>
  PARTS.find((part) => file === part || file.startsWith(`${part}/`))

const sourceFiles = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
  .map((entry) => relative(SOURCE, join(entry.parentPath, entry.name)).split(sep).join('/'))

interface Import {
  readonly specifier: string
  readonly typeOnly: boolean
}

/** The imports and re-exports of a file, static and dynamic. */
const importsOf = (file: string): readonly Import[] => {
  const text = readFileSync(join(SOURCE, file), 'utf8')
  const found: Import[] = []
  for (const match of text.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?(?:[\w*$\s{},]+?\s+from\s+)?['"]([^'"]+)['"]/gm,
  ))
    found.push({ specifier: match[2] ?? '', typeOnly: match[1] !== undefined })
  for (const match of text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g))
    found.push({ specifier: match[1] ?? '', typeOnly: false })
  return found
}

/** The source file that a relative specifier names, from the top of src/. */
const resolve = (file: string, specifier: string): string =>
  join(dirname(file), specifier).split(sep).join('/').replace(/\.js$/, '.ts')

/** The direction of the table that lets a file import another part; null within a part, and where none does. */
const directionOf = (file: string, { specifier, typeOnly }: Import): string | null => {
  if (!specifier.startsWith('.')) return null
  const [part, targetPart] = [partOf(file), partOf(resolve(file, specifier))]
  if (part === undefined || targetPart === undefined || targetPart === part) return null
  const allowed = MAY_IMPORT[part] ?? []
  const direction = [targetPart, ...(typeOnly ? [`type:${targetPart}`] : [])].find((name) =>
    allowed.includes(name),
  )
  return direction === undefined ? null : `${part} -> ${direction}`
}

const breaches = (file: string): readonly string[] => {
  const part = partOf(file)
  if (part === undefined) return [`${file} belongs to no part of the house`]
  const allowed = MAY_IMPORT[part] ?? []
  const pure = PURE_PACKAGES[part]
  return importsOf(file).flatMap(({ specifier, typeOnly }) => {
    if (!specifier.startsWith('.'))
      return pure === undefined || pure.includes(specifier)
        ? []
        : [`${file} imports the package ${specifier}`]
    const target = resolve(file, specifier)
    const targetPart = partOf(target)
    if (targetPart === undefined) return [`${file} imports ${target}, which belongs to no part`]
    if (targetPart === part || allowed.includes(targetPart)) return []
    if (typeOnly && allowed.includes(`type:${targetPart}`)) return []
    return [`${file} imports ${target}`]
  })
}

/**
 * Where systems differ, each thing in one place: a file that asks which system this is takes the answer as a parameter,
 * too, so that its tests play the others.
 */
const ASKS_FOR_THE_SYSTEM: readonly string[] = [
  'browser/installed-browser.ts',
  'bundle/windows-name.ts',
  'cli/doctor/machine.ts',
  'cli/interruption.ts',
  'cli/open-browser.ts',
  'cli/publish/pager.ts',
  'cli/publish/publishing-tools.ts',
  'cli/run-doctor.ts',
  'durable/flush.ts',
  'durable/rename.ts',
  'publish/token-store/token-file.ts',
  'simulator/server/editor/open-in-editor.ts',
  'terminal/shell.ts',
]

describe('what systems do in their own ways', () => {
  it('stands in few files', () => {
    const asking = sourceFiles.filter(
      (file) =>
        !file.startsWith('build/') && readFileSync(join(SOURCE, file), 'utf8').includes('process.platform'),
    )
    expect(asking.sort()).toEqual(ASKS_FOR_THE_SYSTEM)
  })

  it('is never asked in the middle of the work: it is a parameter’s default, or handed on', () => {
    for (const file of ASKS_FOR_THE_SYSTEM) {
      const text = readFileSync(join(SOURCE, file), 'utf8')
      expect(text, file).not.toMatch(/process\.platform\s*(?:[=!]==|\?|\[)|switch \(process\.platform/)
    }
  })
})

describe('zod', () => {
  it('is imported as a namespace: from `z` as a value a bundler takes nothing away, not even forty languages', () => {
    const asValue = sourceFiles.filter((file) =>
      /import \{[^}]*\bz\b[^}]*\} from 'zod/.test(readFileSync(join(SOURCE, file), 'utf8')),
    )
    expect(asValue).toEqual([])
  })
})

describe('the directions of imports', () => {
  it('reads the imports of every kind of statement', () => {
    // The check itself must be able to fail: main.ts is known to import these.
    expect(importsOf('cli/main.ts').map(({ specifier }) => specifier)).toContain('./program.js')
    expect(importsOf('cli/open-browser.ts')).toContainEqual({ specifier: 'open', typeOnly: false })
    expect(importsOf('platform/events.ts')).toContainEqual({ specifier: './features.js', typeOnly: true })
  })

  it.each(sourceFiles.filter((file) => !file.startsWith('build/')))(
    '%s imports only what the house allows',
    (file) => {
      expect(breaches(file)).toEqual([])
    },
  )

  it('has no direction that nothing uses', () => {
    const used = new Set(
      sourceFiles.flatMap((file) => importsOf(file).map((imported) => directionOf(file, imported))),
    )
    const allowed = Object.entries(MAY_IMPORT).flatMap(([part, targets]) =>
      targets.map((target) => `${part} -> ${target}`),
    )
    expect(allowed.filter((direction) => !used.has(direction))).toEqual([])
  })

  it('has no part named utils, helpers, common or types', () => {
    expect(sourceFiles.filter((file) => /(^|\/)(utils?|helpers?|common|types)(\/|\.ts)/.test(file))).toEqual(
      [],
    )
  })
})
