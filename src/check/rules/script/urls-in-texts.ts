import type { CssLink } from '../../facts/css/link.js'
import { cssLinks } from '../../facts/css/read.js'
import { LISTED_URL_ATTRIBUTES } from '../../facts/html/names.js'
import { type AstNode, asNode, nodesOf, propertyName } from '../../facts/script/node.js'
import { isSameThing } from '../../facts/script/same-thing.js'
import { elementsOf, startsOfUrl, textsOf } from '../../facts/script/url-text.js'
import type { ScriptUse } from '../../facts/script/use.js'
import type { ScriptValues } from '../../facts/script/values.js'

/** What CSS, JSON or a refresh is written to by scripts. */
export const STYLE_WORDS = [
  'style',
  'FontFace',
  'setProperty',
  'insertRule',
  'replaceSync',
  'textContent',
  'innerText',
  'animate',
  'baseVal',
  'speculationrules',
  'httpEquiv',
] as const

/** The URLs in a text that a use makes CSS, a speculation rule or a refresh of. */
export const urlsOfText = (use: ScriptUse, script: ScriptValues): readonly string[] => {
  const { names, global, kind, values, object } = use
  const last = names.at(-1) ?? ''
  const [first, second] = values
  const css = (value: AstNode | undefined): readonly string[] =>
    startsOfUrl(value, script).flatMap((text) => urlsInCss(text))
  if (global && kind === 'new' && names.join('.') === 'FontFace') return css(second)
  if (kind === 'assign') {
    if (names.length > 2 && names.includes('style')) return css(first)
    if (last === 'type' && textsOf(first, script).includes('speculationrules'))
      return writtenTo(object, TEXTS, script).flatMap(urlsInRules)
    if (last === 'httpEquiv' && textsOf(first, script).some((text) => text.toLowerCase() === 'refresh'))
      return writtenTo(object, ['content'], script).flatMap(urlsInRefresh)
    return TEXTS.includes(last) && elementsOf(object, script).includes('style') ? css(first) : []
  }
  if (kind !== 'call' || names.length < 2) return []
  switch (last) {
    case 'setProperty':
      return css(second)
    case 'insertRule':
    case 'replaceSync':
      return css(first)
    case 'setAttribute':
      return textsOf(first, script).some((name) => name.toLowerCase() === 'style') ? css(second) : []
    case 'animate':
      return keyframeTexts(first, script).flatMap(urlsInCss)
    default:
      return []
  }
}

/** The URLs that `Object.assign(element, { src: "…" })` and `Reflect.set(element, "src", "…")` set. */
export const urlsOfObject = (
  { names, global, kind, values }: ScriptUse,
  script: ScriptValues,
): readonly string[] => {
  const path = names.join('.')
  if (!global || kind !== 'call' || (path !== 'Object.assign' && path !== 'Reflect.set')) return []
  const [target, ...sources] = values
  const isStyle = asNode(target?.['property'])?.['name'] === 'style'
  if (!isStyle && elementsOf(target, script).length === 0) return []
  const urlsOf = (name: string, value: AstNode | undefined): readonly string[] => {
    if (isStyle) return startsOfUrl(value, script).flatMap(urlsInCss)
    return LISTED_URL_ATTRIBUTES.has(name.toLowerCase()) ? startsOfUrl(value, script) : []
  }
  if (path === 'Reflect.set') return textsOf(sources[0], script).flatMap((name) => urlsOf(name, sources[1]))
  return sources.flatMap((source) =>
    script
      .of(source)
      .flatMap((value) =>
        value.kind === 'object' && value.of === script
          ? nodesOf(value.node['properties']).flatMap((one) =>
              urlsOf(propertyName(one) ?? '', asNode(one['value']) ?? undefined),
            )
          : [],
      ),
  )
}

const TEXTS = ['textContent', 'innerText', 'innerHTML', 'text']

const urlsInCss = (css: string): readonly string[] =>
  cssLinks(css).flatMap((link) => (isRequested(link) ? [link.url] : []))

/** Whether a browser requests a URL in CSS that a script adds, as far as is certain. */
export const isRequested = ({ kind, within }: CssLink): boolean =>
  (kind === 'url' || kind === 'import') && within !== 'namespace'

/** The texts that a script writes to a field of an object. */
const writtenTo = (
  object: AstNode | null,
  fields: readonly string[],
  script: ScriptValues,
): readonly string[] =>
  fields.flatMap((field) =>
    (script.model.writes.fields.get(field) ?? [])
      .filter((write) => isSameThing(object, write.object, script))
      .flatMap(({ value }) => startsOfUrl(value ?? undefined, script)),
  )

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
