import {
  type AstNode,
  asNode,
  memberName,
  nodesOf,
  propertyName,
  stringOf,
} from '../../check/facts/script/node.js'
import type { ScriptValues } from '../../check/facts/script/values.js'
import { lastName } from './parse-program.js'

/**
 * What takes an address: the browser itself; a link or a navigation, which also finds the page of a folder; or an engine
 * or a library, by the names that their loaders have.
 */
export type Taker = 'browser' | 'link' | 'engine'

/** An expression that is used as an address. */
export interface Sink {
  readonly expression: AstNode
  readonly taker: Taker
  /** Whether it is resolved against the script itself, not the page. */
  readonly own: boolean
}

/** The expressions that a node uses as addresses: arguments and properties that load. */
export const sinksOf = (node: AstNode, script: ScriptValues): readonly Sink[] => {
  switch (node.type) {
    case 'CallExpression':
      return ofCall(node, script)
    case 'NewExpression':
      return ofNew(node, script)
    case 'AssignmentExpression':
      return node['operator'] === '=' ? ofAssignment(node, script) : []
    case 'Property':
      return ofProperty(node)
    default:
      return []
  }
}

const sink = (expression: unknown, taker: Taker, own = false): readonly Sink[] => {
  const node = asNode(expression)
  return node === null ? [] : [{ expression: node, taker, own }]
}

const ofCall = (node: AstNode, script: ScriptValues): readonly Sink[] => {
  const callee = asNode(node['callee'])
  const values = nodesOf(node['arguments'])
  const [first, second, third] = values
  const path = script.path(callee)?.join('.') ?? ''
  if (path === 'fetch') return sink(first, 'browser')
  if (path === 'importScripts') return values.flatMap((value) => sink(value, 'browser', true))
  if (path === 'open' || path === 'location.assign' || path === 'location.replace') return sink(first, 'link')
  const name = lastName(callee)
  if (name === null) return []
  const text = stringOf(first)
  switch (name) {
    case 'open':
      return text !== null && HTTP_METHOD.test(text) ? sink(second, 'browser') : []
    case 'setAttribute':
    case 'attr':
    case 'prop':
      return text !== null && URL_ATTRIBUTE.test(text) ? sink(second, takerOf(text)) : []
    case 'setAttributeNS':
      return URL_ATTRIBUTE.test(stringOf(second) ?? '') ? sink(third, 'browser') : []
    default:
      return isLoader(callee, name) ? values.flatMap((value) => sink(value, 'engine')) : []
  }
}

const ofNew = (node: AstNode, script: ScriptValues): readonly Sink[] => {
  const callee = asNode(node['callee'])
  const [first, second] = nodesOf(node['arguments'])
  const path = script.path(callee)?.join('.') ?? ''
  if (BROWSER_CLASSES.has(path)) return sink(first, 'browser')
  if (path === 'URL') {
    if (second === undefined) return []
    const isMeta =
      second.type === 'MemberExpression' &&
      memberName(second) === 'url' &&
      asNode(second['object'])?.type === 'MetaProperty'
    if (isMeta) return sink(first, 'browser', true)
    return ['location', 'location.href', 'document.baseURI'].includes(script.path(second)?.join('.') ?? '')
      ? sink(first, 'browser')
      : []
  }
  return ENGINE_CLASS.test(lastName(callee) ?? '') ? sink(first, 'engine') : []
}

const ofAssignment = (node: AstNode, script: ScriptValues): readonly Sink[] => {
  const left = asNode(node['left'])
  const path = script.path(left)?.join('.')
  if (path === 'location' || path === 'location.href') return sink(node['right'], 'link')
  const name = left?.type === 'MemberExpression' ? memberName(left) : null
  if (name === null) return []
  if (URL_ATTRIBUTE.test(name)) return sink(node['right'], takerOf(name))
  return ENGINE_FIELD.test(name) ? sink(node['right'], 'engine') : []
}

const ofProperty = (node: AstNode): readonly Sink[] => {
  const name = propertyName(node)
  if (name === null) return []
  if (URL_ATTRIBUTE.test(name)) return sink(node['value'], takerOf(name))
  return ENGINE_FIELD.test(name) ? sink(node['value'], 'engine') : []
}

const takerOf = (attribute: string): Taker => (attribute.toLowerCase() === 'href' ? 'link' : 'browser')

const HTTP_METHOD = /^(?:GET|POST|HEAD|PUT)$/i
const URL_ATTRIBUTE = /^(?:src|href|poster|xlink:href)$/i
const BROWSER_CLASSES: ReadonlySet<string> = new Set(['Audio', 'Request', 'Worker', 'SharedWorker'])

/** `new THREE.Texture`, `new Howl`, `new BABYLON.Sound`: they take what they load as their first argument. */
const ENGINE_CLASS = /(?:Texture|Sound|Audio|Image|Sprite|Model|Video|Tilemap|Worker|Howl)$/
/** The options of loaders. */
const ENGINE_FIELD =
  /^(?:urls?|uri|srcs|source|sources|files?|filename|path|images?|img|textures?|atlas|audio|sounds?|music|json|map|level)$|(?:Url|URL|Uri|URI|Src)$/

/** `load…(`, `preload…(`, `getJSON(`; and what is called of a loader: `this.load.image(`, `loader.add(`, `Assets.add(`. */
const isLoader = (callee: AstNode | null, name: string): boolean => {
  if (LOADING.test(name)) return true
  if (callee?.type !== 'MemberExpression') return false
  const object = lastName(asNode(callee['object']))
  if (object === null) return false
  if (LOADER.test(object)) return true
  if (object === '$' || object === 'jQuery' || object === 'axios') return REQUESTING.test(name)
  return name === 'from' && FROM_CLASS.test(object)
}

const LOADING =
  /^(?:pre)?load(?:$|[A-Z_])|^(?:getJSON|getScript|getText|getImage|fetchJSON|fetchText|registerSound|importMesh|ImportMesh|fromImage|fromURL|createSound|playSound|addImage|addSound)/
const LOADER = /^(?:(?:pre)?load(?:er)?s?|Assets|assets|[A-Za-z]*Loader|resources)$/
const REQUESTING = /^(?:ajax|get|post|getJSON|getScript|request)$/
const FROM_CLASS = /(?:Texture|Sprite|Sound)$/
