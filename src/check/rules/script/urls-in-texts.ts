import type { CssLink } from '../../facts/css/link.js'
import { cssLinks } from '../../facts/css/read.js'
import { LISTED_URL_ATTRIBUTES } from '../../facts/html/names.js'
import { knownParts } from '../../facts/script/added-markup.js'
import { unwrap } from '../../facts/script/chains.js'
import { isSameThing } from '../../facts/script/listeners.js'
import { type AstNode, asNode, memberName, nodesOf, propertyName, stringOf } from '../../facts/script/node.js'
import { type StaticValue, staticValue } from '../../facts/script/static-value.js'
import { elementsOf, madeBy, startsOfUrl, textsOf } from '../../facts/script/url-text.js'
import type { ScriptUse } from '../../facts/script/use.js'
import type { Evaluator } from '../../facts/script/value.js'
import type { ScriptValues } from '../../facts/script/values.js'

/** What CSS, JSON or a refresh is written to by scripts. */
export const STYLE_WORDS = [
  'style',
  'FontFace',
  'setProperty',
  'insertRule',
  'replaceSync',
  'CSSStyleSheet',
  'textContent',
  'innerText',
  'innerHTML',
  'animate',
  'baseVal',
  'speculationrules',
  'httpEquiv',
] as const

/** A URL that a use has a browser request. */
export interface RequestedUrl {
  readonly url: string
  /** The call, or what is set, that gives the URL, where that is not the use itself. */
  readonly at?: AstNode
}

/** The URLs in a text that a use makes CSS, a speculation rule or a refresh of. */
export const urlsOfText = (use: ScriptUse, script: ScriptValues): readonly RequestedUrl[] => {
  const { names, global, kind, values, object, call } = use
  const last = names.at(-1) ?? ''
  const [first, second] = values
  const css = (value: AstNode | undefined): readonly RequestedUrl[] => urlsOfCss(value, script)
  const isText = (value: AstNode | undefined, text: string): boolean =>
    textsOf(value, script).some((one) => one.toLowerCase() === text)
  if (kind === 'new' && global) {
    if (names.join('.') === 'FontFace') return css(second)
    // Nearly every script calls a `replace` of texts: only those of a stylesheet are looked at.
    return names.join('.') === 'CSSStyleSheet' ? urlsGivenBy(['replace'], call, script) : []
  }
  if (kind === 'assign') {
    if (names.includes('style') && (names.length > 2 || isStyleOf(object, script))) return css(first)
    if (last === 'type' && isText(first, 'speculationrules')) return urlsOfRules(object, script)
    if (last === 'httpEquiv' && isText(first, 'refresh')) return urlsOfRefresh(object, script)
    return TEXTS.includes(last) && elementsOf(object, script).includes('style') ? css(first) : []
  }
  if (kind !== 'call' || names.length < 2) return []
  switch (last) {
    case 'createElement':
    case 'createElementNS':
      return elementsOf(call, script).includes('style') ? urlsGivenBy(ADDING, call, script) : []
    case 'setProperty':
      return css(second)
    case 'insertRule':
    case 'replaceSync':
      return css(first)
    case 'setAttribute':
      if (isText(first, 'style')) return css(second)
      if (isText(first, 'type') && isText(second, 'speculationrules')) return urlsOfRules(object, script)
      return isText(first, 'http-equiv') && isText(second, 'refresh') ? urlsOfRefresh(object, script) : []
    case 'animate':
      return keyframeTexts(first, script).flatMap(urlsInCss).map(asRequested)
    default:
      return []
  }
}

/** Whether a variable holds the `style` of something: `const { style } = element`. */
const isStyleOf = (value: AstNode | null, script: ScriptValues): boolean => {
  const variable = value?.type === 'Identifier' ? script.model.variableOf(value) : null
  const sources = variable === null ? [] : script.calls.sources(variable)
  return sources.some(({ node, fields }) => (fields.at(-1) ?? memberName(node)) === 'style')
}

const asRequested = (url: string): RequestedUrl => ({ url })

const urlsOfCss = (value: AstNode | undefined, script: Evaluator): readonly RequestedUrl[] => {
  const texts = textsOf(value, script)
  const known = texts.length > 0 ? texts : [knownParts(value, script) ?? '']
  return known.flatMap(urlsInCss).map(asRequested)
}

/** What adds text to an element. */
const ADDING = ['append', 'appendChild', 'prepend', 'replaceChildren', 'insertAdjacentText']

/** The URLs of the CSS that methods of an object are given, as texts or as nodes of text. */
const urlsGivenBy = (
  methods: readonly string[],
  object: AstNode | null,
  script: ScriptValues,
): readonly RequestedUrl[] =>
  callsOn(object, methods, script).flatMap((call) =>
    nodesOf(call['arguments']).flatMap((value) => {
      const nodes = madeBy(value, script).filter(
        ({ path }) => path === 'document.createTextNode' || path === 'Text',
      )
      const found =
        nodes.length === 0
          ? urlsOfCss(value, script)
          : nodes.flatMap(({ node, of }) => urlsOfCss(nodesOf(node['arguments'])[0], of))
      return found.map(({ url }) => ({ url, at: call }))
    }),
  )

/** The calls of methods of an object. */
const callsOn = (
  object: AstNode | null,
  methods: readonly string[],
  script: ScriptValues,
): readonly AstNode[] =>
  methods.flatMap((method) =>
    (script.model.callsByName.get(method) ?? [])
      .slice(0, MOST_CALLS)
      .filter((call) => isSameThing(object, unwrap(call['callee'])?.['object'], script)),
  )

const MOST_CALLS = 1_000

/** The URLs that `Object.assign(element, { src: "…" })` and `Reflect.set(element, "src", "…")` set. */
export const urlsOfObject = (
  { names, global, kind, values }: ScriptUse,
  script: ScriptValues,
): readonly RequestedUrl[] => {
  const path = names.join('.')
  if (kind === 'call' && names.length > 1 && names.at(-1) === 'setAttribute')
    return fieldsOf(entriesGiven(values, script), script).flatMap(({ name, value }) =>
      LISTED_URL_ATTRIBUTES.has(name.toLowerCase()) ? startsOfUrl(value, script).map(asRequested) : [],
    )
  if (!global || kind !== 'call' || (path !== 'Object.assign' && path !== 'Reflect.set')) return []
  const [target, ...sources] = values
  const isStyle = asNode(target?.['property'])?.['name'] === 'style'
  if (!isStyle && elementsOf(target, script).length === 0) return []
  const urlsOf = (name: string, value: AstNode | undefined): readonly RequestedUrl[] => {
    if (isStyle) return urlsOfCss(value, script)
    return LISTED_URL_ATTRIBUTES.has(name.toLowerCase()) ? startsOfUrl(value, script).map(asRequested) : []
  }
  if (path === 'Reflect.set') return textsOf(sources[0], script).flatMap((name) => urlsOf(name, sources[1]))
  return sources.flatMap((source) =>
    fieldsOf(source, script).flatMap(({ name, value }) => urlsOf(name, value)),
  )
}

/** The fields of a literal of the script. */
const fieldsOf = (
  object: AstNode | undefined,
  script: ScriptValues,
): readonly { readonly name: string; readonly value: AstNode | undefined }[] =>
  (object === undefined ? [] : script.of(object)).flatMap((value) =>
    value.kind === 'object' && value.of === script
      ? nodesOf(value.node['properties']).map((one) => ({
          name: propertyName(one) ?? '',
          value: asNode(one['value']) ?? undefined,
        }))
      : [],
  )

/** The object of whose entries two values are each name and each value: `for (const [name, value] of Object.entries(object))`. */
const entriesGiven = (values: readonly AstNode[], script: ScriptValues): AstNode | undefined => {
  const [name, value] = values.map((one) => {
    const variable = one.type === 'Identifier' ? script.model.variableOf(one) : null
    const [source, ...others] = variable === null ? [] : script.calls.sources(variable)
    return others.length === 0 ? source : undefined
  })
  const isEach =
    name !== undefined &&
    name.node === value?.node &&
    name.fields.join('.') === '*.0' &&
    value.fields.join('.') === '*.1'
  return isEach && script.path(name.node['callee'])?.join('.') === 'Object.entries'
    ? nodesOf(name.node['arguments'])[0]
    : undefined
}

const TEXTS = ['textContent', 'innerText', 'innerHTML', 'text']

const urlsInCss = (css: string): readonly string[] =>
  cssLinks(css).flatMap((link) => (isRequested(link) ? [link.url] : []))

/** Whether a browser requests a URL in CSS that a script adds, as far as is certain. */
export const isRequested = ({ kind, within }: CssLink): boolean =>
  (kind === 'url' || kind === 'import') && within !== 'namespace'

interface Given {
  readonly value: AstNode | undefined
  /** The call, or what is set. */
  readonly at: AstNode
}

/** What a script gives a field of an object, and an attribute of the same name. */
const givenTo = (object: AstNode | null, field: string, script: ScriptValues): readonly Given[] => [
  ...(script.model.writes.fields.get(field) ?? [])
    .filter((write) => isSameThing(object, write.object, script))
    .map(({ value, target }) => ({ value: value ?? undefined, at: target })),
  ...callsOn(object, ['setAttribute'], script).flatMap((call) => {
    const [name, value] = nodesOf(call['arguments'])
    return stringOf(name)?.toLowerCase() === field ? [{ value, at: call }] : []
  }),
]

const urlsOfRefresh = (object: AstNode | null, script: ScriptValues): readonly RequestedUrl[] =>
  givenTo(object, 'content', script).flatMap(({ value, at }) =>
    textsOf(value, script)
      .flatMap(urlsInRefresh)
      .map((url) => ({ url, at })),
  )

/** Of speculation rules, which are JSON. */
const urlsOfRules = (object: AstNode | null, script: ScriptValues): readonly RequestedUrl[] =>
  TEXTS.flatMap((field) => givenTo(object, field, script)).flatMap(({ value, at }) => {
    const call = unwrap(value)
    const isMade = script.paths(call?.['callee']).some((path) => path.join('.') === 'JSON.stringify')
    const urls = isMade
      ? textsWithin(staticValue(nodesOf(call?.['arguments'])[0], script)).filter((text) =>
          IS_ADDRESS.test(text),
        )
      : textsOf(value, script).flatMap(urlsInRules)
    return urls.map((url) => ({ url, at }))
  })

const textsWithin = (value: StaticValue): readonly string[] => {
  if (value.kind === 'exact') return typeof value.value === 'string' ? [value.value] : []
  if (value.kind === 'array') return value.elements.flatMap(textsWithin)
  return value.kind === 'object' ? [...value.fields.values()].flatMap(textsWithin) : []
}

const IS_ADDRESS = /^(?:https?:)?\//i

/** A URL in quotes, wherever it is in the JSON of speculation rules, which a script may put together. */
const urlsInRules = (text: string): readonly string[] =>
  [...text.matchAll(/"((?:https?:)?\/[^"]*)"/gi)].map(([, url = '']) => url)

/** The URL in the `content` of a refresh. */
export const urlsInRefresh = (text: string): readonly string[] => {
  const url = /^[\s\d.]*[;,]?\s*(?:url\s*=)?\s*["']?([^"']+)/i.exec(text)?.[1]
  return url === undefined ? [] : [url]
}

/** The texts in the keyframes of an animation: `[{ backgroundImage: "…" }]`, `{ backgroundImage: ["…"] }`. */
const keyframeTexts = (value: AstNode | undefined, script: ScriptValues): readonly string[] => {
  const fields = script.through(script.of(value), ['*'])
  return [fields, script.through(fields, ['*'])]
    .flat()
    .flatMap((one) => (one.kind === 'exact' && typeof one.value === 'string' ? [one.value] : []))
}
