import { extensionOf } from '../../../platform/file-types.js'
import { resolvePath } from '../../facts/bundle/paths.js'
import type { BundleOutline } from '../../facts/bundle-outline.js'
import type { FileFacts } from '../../facts/file.js'
import { valueAt } from '../../facts/manifest/path.js'
import { unwrap } from '../../facts/script/chains.js'
import { type AstNode, asNode, memberName, stringOf } from '../../facts/script/node.js'
import { walk } from '../../facts/script/walk.js'
import { shownUrl } from '../../facts/text/url.js'
import type { Finding } from '../../rule.js'

/**
 * The texts in a file's scripts that are the path of a bundled file with a slash before it, and are given to something,
 * which can only mean the file.
 * @param isRequested whether the script is known to request a URL itself
 */
export const rootPaths = async (
  file: FileFacts,
  bundle: BundleOutline,
  isRequested: (url: string) => boolean,
): Promise<readonly Finding[]> => {
  const found: Finding[] = []
  for (const part of await file.scripts()) {
    const mayName = part.text
      .match(ROOT_PATH)
      ?.some((text) => bundledFile(text.slice(1, -1), bundle) !== null)
    // What a service worker lists is kept, and never asked for: it does not run.
    if (mayName !== true || OF_SERVICE_WORKER.test(part.text)) continue
    // It has the parser, which nearly no file needs for this.
    const { valuesOf } = await import('../../facts/script/read.js')
    const read = valuesOf(part)
    if (read === null) continue
    walk(read.values.model.program, (node, ancestors) => {
      const text = stringOf(node)
      const path = text === null ? null : bundledFile(text, bundle)
      if (text === null || path === null || isRequested(text) || !isGiven(node, ancestors)) return
      found.push({
        file: file.path,
        ...part.place(node.start - read.before),
        message: `${shownUrl(text)} does not load: the path starts with a slash, but the bundle is served from a subfolder.`,
        fix: `Write "${path}".`,
        impact: 'degrades',
      })
    })
  }
  return found
}

const ROOT_PATH = /(["'`])\/[\w.-]+(?:\/[\w.-]+)*\1/g

const OF_SERVICE_WORKER = /\bcaches\s*\.\s*open\b|__WB_MANIFEST|\bprecache/

/** How the entry page names the file that a path with a slash before it means; null where there is none, or it is a page. */
const bundledFile = (text: string, { files, manifest }: BundleOutline): string | null => {
  const path = /^\/(?=[\w.-])/.test(text) ? text.slice(1) : null
  const extension = path === null ? null : extensionOf(path)
  // The path of a page may well be a route.
  if (path === null || !files.has(path) || extension === 'html' || extension === 'htm') return null
  const entry = valueAt(manifest.value, ['entry'])
  const depth = typeof entry === 'string' ? entry.split('/').length - 1 : 0
  const relative = '../'.repeat(depth) + path
  return typeof entry !== 'string' || resolvePath(entry, relative) === path ? relative : null
}

/** Whether a text is a value that something is given: a call, a variable or a field, itself or in a literal. */
const isGiven = (node: AstNode, ancestors: readonly AstNode[]): boolean => {
  let child = node
  for (const parent of ancestors.toReversed()) {
    switch (parent.type) {
      case 'ArrayExpression':
      case 'ObjectExpression':
      case 'LogicalExpression':
        break
      case 'Property':
        if (parent['value'] !== child) return false
        break
      case 'ConditionalExpression':
        if (parent['test'] === child) return false
        break
      case 'AssignmentExpression':
        return parent['right'] === child && parent['operator'] === '='
      case 'VariableDeclarator':
      case 'AssignmentPattern':
      case 'PropertyDefinition':
        return true
      case 'CallExpression':
      case 'NewExpression': {
        const callee = unwrap(parent['callee'])
        const name = callee?.type === 'MemberExpression' ? memberName(callee) : callee?.['name']
        return asNode(parent['callee']) !== child && !(typeof name === 'string' && ASKING.has(name))
      }
      default:
        return false
    }
    child = parent
  }
  return false
}

/** Functions that compare a text, look it up or print it. */
const ASKING: ReadonlySet<string> = new Set([
  ...['startsWith', 'endsWith', 'includes', 'indexOf', 'lastIndexOf', 'localeCompare'],
  ...['match', 'test', 'search', 'replace', 'replaceAll', 'split', 'RegExp'],
  ...['has', 'delete', 'log', 'info', 'debug', 'warn', 'error', 'assert', 'Error'],
  ...['pushState', 'replaceState', 'navigate', 'route'],
])
