import { resolvePath } from '../../check/facts/bundle/paths.js'
import { type AstNode, asNode, memberName, nodesOf, propertyName } from '../../check/facts/script/node.js'
import { startsOfUrl } from '../../check/facts/script/url-text.js'
import type { ScriptValues } from '../../check/facts/script/values.js'
import { walk } from '../../check/facts/script/walk.js'
import { LineIndex } from '../../check/facts/text/position.js'
import { isTracker } from '../../check/facts/text/tracker-hosts.js'
import { extensionOf } from '../../platform/file-types.js'
import { SDK_FILE_NAME } from '../../sdk/sdk-file.js'
import { isNamed, namesIn } from '../mentions.js'
import { attributeOf, contentOf, elementsOfPage, isPage, scriptKindOf } from '../pages/page-elements.js'
import {
  kindOfFile,
  parseProgram,
  type ScriptKind,
  textIn,
  valuesOfProgram,
} from '../scripts/parse-program.js'
import { runsOnLoad } from '../scripts/runs-always.js'
import type { AdoptedFile } from '../selection.js'
import { utf8Text } from '../text-of.js'
import { reloadsPage } from '../trackers.js'

/** What only another host has. */
export type NetworkNeed =
  /** It talks to a server of its own. */
  | { readonly kind: 'server'; readonly file: string; readonly line: number; readonly url: string | null }
  /** It loads what is only on another host, and does not run without it. */
  | { readonly kind: 'remote'; readonly file: string; readonly line: number; readonly url: string }

/**
 * What a game cannot run without, and only a network has: a server that it connects to as soon as it is loaded, and what its
 * loaders fetch from other hosts. What a script may do later, or only draws with, is left to `check`.
 * @param entry the entry page's path
 */
export const networkNeeds = (files: readonly AdoptedFile[], entry: string): readonly NetworkNeed[] => {
  const texts = new Map(
    files
      .filter(({ path }) => ['html', 'htm', 'js', 'mjs'].includes(extensionOf(path) ?? ''))
      .map(({ path, bytes }) => [path, utf8Text(bytes)]),
  )
  const page = texts.get(entry) ?? ''
  const lines = new LineIndex(page)
  const obstacles: NetworkNeed[] = []
  for (const element of elementsOfPage(page)) {
    const kind = element.tagName === 'script' ? scriptKindOf(element) : null
    if (kind === null) continue
    const source = attributeOf(element, 'src')
    const start = element.sourceCodeLocation?.startOffset ?? 0
    if (source === undefined) {
      const content = contentOf(page, element)
      if (content !== null && !reloadsPage(content.text))
        obstacles.push(
          ...needsOf(content.text, kind, entry, (offset) => lines.place(content.start + offset).line),
        )
      continue
    }
    const path = resolvePath(entry, source.replace(/^\//, './'))
    if (path !== null && !texts.has(path) && SERVED_BY_SERVER.test(source))
      obstacles.push({ kind: 'server', file: entry, line: lines.place(start).line, url: source })
  }
  for (const [path, text] of texts) {
    if (path === SDK_FILE_NAME || isPage(path)) continue
    const own = new LineIndex(text)
    obstacles.push(...needsOf(text, kindOfFile(path), path, (offset) => own.place(offset).line))
  }
  if (obstacles.every(({ file }) => file === entry)) return firstOfEach(obstacles)
  const named = namedFrom(entry, files)
  return firstOfEach(obstacles.filter(({ file }) => named.has(file)))
}

/** The files that the page names, those that these name, and so on: a folder may hold slides or an editor beside a game. */
const namedFrom = (entry: string, files: readonly AdoptedFile[]): ReadonlySet<string> => {
  const found = new Set([entry])
  const bytes = new Map(files.map((file) => [file.path, file.bytes]))
  for (const path of found) {
    const names = namesIn(path, bytes.get(path) ?? new Uint8Array())
    for (const other of bytes.keys()) if (!found.has(other) && isNamed(other, names)) found.add(other)
  }
  return found
}

/** A server with sockets serves their client, which is in no folder. */
const SERVED_BY_SERVER = /(?:^|\/)socket\.io\/socket\.io(?:\.min|\.slim)*\.js(?:[?#]|$)/

const MAY_NEED = /\bWebSocket\b|\bio\b|\bhttps?:\/\/|["'`]\/\//

const needsOf = (
  text: string,
  kind: ScriptKind,
  file: string,
  lineOf: (offset: number) => number,
): readonly NetworkNeed[] => {
  if (!MAY_NEED.test(text)) return []
  const program = parseProgram(text, kind)
  if (program === null) return []
  const script = valuesOfProgram(program, kind)
  const imported = importedSockets(program)
  const obstacles: NetworkNeed[] = []
  walk(program, (node, ancestors) => {
    if (isConnection(node, script, imported) && runsOnLoad(node, ancestors)) {
      const [url = ''] = startsOfUrl(nodesOf(node['arguments'])[0], script)
      obstacles.push({ kind: 'server', file, line: lineOf(node.start), url: url === '' ? null : url })
    }
    const url = remoteAsset(node, script)
    if (url !== null) obstacles.push({ kind: 'remote', file, line: lineOf(node.start), url })
  })
  return obstacles
}

/** `new WebSocket(…)`, and `io(…)` of socket.io. */
const isConnection = (node: AstNode, script: ScriptValues, imported: ReadonlySet<string>): boolean => {
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return false
  const callee = asNode(node['callee'])
  const path = script.path(callee)?.join('.')
  if (node.type === 'NewExpression') return path === 'WebSocket'
  if (path === 'io' || path === 'io.connect') return true
  return callee?.type === 'Identifier' && imported.has(String(callee['name']))
}

/** The names under which a module imports the client of socket.io. */
const importedSockets = (program: AstNode): ReadonlySet<string> =>
  new Set(
    nodesOf(program['body'])
      .filter(({ type, source }) => type === 'ImportDeclaration' && /socket\.io/.test(textIn(source) ?? ''))
      .flatMap(({ specifiers }) => nodesOf(specifiers).map(({ local }) => String(asNode(local)?.['name']))),
  )

/**
 * The address of another host from which a game's loader, or the page of an export, fetches what the game consists of;
 * null for anything else. A library's own addresses are not literals in its loader's calls.
 */
const remoteAsset = (node: AstNode, script: ScriptValues): string | null => {
  if (node.type === 'Property' && BUILD_PARTS.has(propertyName(node) ?? '')) {
    return startsOfUrl(asNode(node['value']) ?? undefined, script).find(isRemote) ?? null
  }
  if (node.type !== 'CallExpression') return null
  const callee = asNode(node['callee'])
  if (callee?.type !== 'MemberExpression') return null
  const urls = nodesOf(node['arguments']).flatMap((value) => startsOfUrl(value, script))
  if (memberName(callee) === 'setBaseURL') return urls.find(isRemote) ?? null
  const object = asNode(callee['object'])
  const loader = object?.type === 'Identifier' ? object['name'] : object === null ? null : memberName(object)
  return LOADERS.has(String(loader)) ? (urls.find((url) => isRemote(url) && ASSET.test(url)) ?? null) : null
}

/** What a Unity page names of its build. */
const BUILD_PARTS: ReadonlySet<string> = new Set([
  'codeUrl',
  'dataUrl',
  'frameworkUrl',
  'wasmCodeUrl',
  'wasmFrameworkUrl',
])

/** `this.load.image(…)`, `loader.add(…)`, `Assets.load(…)`. */
const LOADERS: ReadonlySet<string> = new Set(['Assets', 'assets', 'load', 'loader'])

const ASSET =
  /^[^?#]*\.(?:png|jpe?g|gif|webp|avif|mp3|ogg|m4a|wav|mp4|webm|json|atlas|fnt|xml|tmx|tmj|glb|gltf|bin|wasm|data|ttf|woff2?)(?:[?#]|$)/i

const isRemote = (url: string): boolean => /^(?:https?:)?\/\/[^/?#]/i.test(url) && !isTracker(url)

/** One of each kind in a file says it all. */
const firstOfEach = (obstacles: readonly NetworkNeed[]): readonly NetworkNeed[] => {
  const seen = new Set<string>()
  return obstacles.filter((one) => {
    const key = `${one.kind} ${'file' in one ? one.file : ''}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
