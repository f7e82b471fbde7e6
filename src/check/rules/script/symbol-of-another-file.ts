import { pageFacts } from '../../facts/html/html.js'
import { PageInterest } from '../../facts/html/interest.js'
import type { Needs } from '../../facts/needs.js'
import { addedMarkup, MARKUP_WORDS, UNKNOWN_PART } from '../../facts/script/added-markup.js'
import {
  type AstNode,
  asNode,
  fieldOf,
  isNode,
  memberName,
  nodesOf,
  stringOf,
} from '../../facts/script/node.js'
import { partsOfTemplate, summandsOf } from '../../facts/script/operators.js'
import { SCRIPTS } from '../../facts/script/part.js'
import { elementsOf, madeBy, startsOfUrl, textsOf, textsOfField } from '../../facts/script/url-text.js'
import type { ScriptUse } from '../../facts/script/use.js'
import type { ScriptValues } from '../../facts/script/values.js'
import { namesAnotherFile, PUT_INTO_PAGE, partTaken } from '../../facts/svg/parts-of-files.js'
import { LineIndex } from '../../facts/text/position.js'
import { destinationOf, shownUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'

/** Of the elements that take a part of a drawing, the one that scripts set. */
const USE = 'use'

const WORDS: Needs = {
  script: { words: [...MARKUP_WORDS, USE, '<use', 'setAttribute', 'setAttributeNS', 'baseVal'] },
}

export const symbolOfAnotherFile: FileRule = {
  id: 'script/symbol-of-another-file',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'A script adds a drawing that uses a symbol, path or gradient from another file.',
  why: 'Browsers accept these only from the same origin, and the page has an opaque origin.',
  remedy: PUT_INTO_PAGE,
  needs: [SCRIPTS, WORDS],
  appliesTo: ({ mayHoldScripts }) => mayHoldScripts,
  checkFile: async (file) => {
    const using = await file.scriptsUsing(WORDS)
    const found = using.flatMap(({ script, uses }) => uses.map((use) => ({ script, use })))
    const judged = await Promise.all(
      found.map(async ({ script, use }) => {
        const url = (await urlsTaken(use, script.values)).find(isInAnotherFile)
        if (url === undefined) return []
        return [
          {
            file: file.path,
            ...script.part.place(use.offset),
            shimmedBy: 'symbols' as const,
            message: `The <use> gets ${shownUrl(url.replaceAll(UNKNOWN_PART, '…'))}, which is in another file and is not displayed.`,
          },
        ]
      }),
    )
    return judged.flat()
  },
}

/** A page of another name than any file: what it holds depends on the page that runs the script. */
const ANY_PAGE = '.html'

/**
 * Also from the root, since a relative path would show as little, and from a folder above, which is that of the script or
 * of its page; what is remote is reported as that.
 */
const isInAnotherFile = (url: string): boolean =>
  !url.startsWith(UNKNOWN_PART) &&
  (namesAnotherFile(ANY_PAGE, url.replace(/^(?:\.\.\/)+/, '')) || destinationOf(url) === 'root')

/** The URLs by which what a script adds takes parts of drawings, as far as it says them. */
const urlsTaken = async (use: ScriptUse, script: ScriptValues): Promise<readonly string[]> => {
  const markup = addedMarkup(use, script)
  if (markup !== null) return MAY_TAKE.test(markup) ? takenIn(markup) : []
  const { kind, values } = use
  if (makesElements(use)) {
    const texts = values.flatMap((value) => stringOf(value) ?? []).filter((text) => MAY_TAKE.test(text))
    const taken = await Promise.all(texts.map(takenIn))
    if (taken.length > 0) return taken.flat()
  }
  // `createElement("use", { href: "…" })` of any library, and `jsx("use", { href: "…" })`.
  if (kind === 'call' && stringOf(values[0]) === USE)
    return LINKS.flatMap((name) => urlsOfField(values[1], name, script))
  const value = partSet(use, script)
  const urls = startsOfUrl(value, script)
  // `new URL("icons.svg", import.meta.url).href + "#play"`
  const part = madeBy(value, script).some(({ path }) => path === 'URL') ? partNamed(value) : ''
  return part === '' ? urls : urls.map((url) => (url.includes('#') ? url : url + part))
}

/** The `#name` that a value ends with; empty where it ends with anything else. */
const partNamed = (value: AstNode | undefined): string => {
  const parts =
    value?.type === 'TemplateLiteral' ? partsOfTemplate(value) : value === undefined ? [] : summandsOf(value)
  const last = parts.findLast((part) => part !== '')
  const text = typeof last === 'string' ? last : stringOf(last)
  return text?.startsWith('#') === true ? text : ''
}

/** Functions of the browser that make no elements of a text. */
const NO_MAKERS: ReadonlySet<string> = new Set([
  'console',
  'alert',
  'btoa',
  'encodeURI',
  'encodeURIComponent',
  'JSON',
])

/**
 * Whether a call may make elements of markup that it is given, as compiled components do: `template("<svg>…")`,
 * `runtime.createStaticVNode("<svg>…")`.
 */
const makesElements = ({ names, global, kind }: ScriptUse): boolean =>
  kind === 'call' &&
  !(global && NO_MAKERS.has(names[0] ?? '')) &&
  !Object.hasOwn(String.prototype, names.at(-1) ?? '')

/** The value by which a script sets what a `use` takes; undefined where it sets nothing of the kind. */
export const partSet = (
  { names, kind, values, object }: ScriptUse,
  script: ScriptValues,
): AstNode | undefined => {
  const last = names.at(-1)
  if (kind === 'assign')
    return last === 'baseVal' && names.at(-2) === 'href' && isUse(asNode(object?.['object']), script)
      ? values[0]
      : undefined
  const at = last === 'setAttributeNS' ? 1 : last === 'setAttribute' ? 0 : -1
  const isLink = kind === 'call' && textsOf(values[at], script).some((name) => LINKS.includes(name))
  return isLink && isUse(object, script) ? values[at + 1] : undefined
}

/** As attributes, and as React calls them. */
const LINKS: readonly string[] = ['href', 'xlink:href', 'xlinkHref']

const urlsOfField = (value: AstNode | undefined, name: string, script: ScriptValues): readonly string[] => {
  const field = fieldOf(value, name)
  return isNode(field) ? startsOfUrl(field, script) : textsOfField(value, name, script)
}

/** Whether a script made an element as a `use`, or looks for one. */
const isUse = (value: AstNode | null, script: ScriptValues): boolean => {
  if (elementsOf(value, script).includes(USE)) return true
  const made = script.of(value).flatMap((one) => (one.kind === 'made' ? [one.node] : []))
  if ([value, ...made].some((one) => selects(one, 'querySelector'))) return true
  const variable = value?.type === 'Identifier' ? script.model.variableOf(value) : null
  const sources = variable === null ? [] : script.calls.sources(variable)
  return sources.some(({ node, fields }) => fields.join('.') === '*' && isListOfUses(node, script))
}

/** Whether a list has the elements that a script looks for, as they are or as a copy: `[...page.querySelectorAll("use")]`. */
const isListOfUses = (list: AstNode, script: ScriptValues): boolean => {
  const [first] = nodesOf(list['elements'] ?? list['arguments'])
  const isCopy = first?.type === 'SpreadElement' || script.path(list['callee'])?.join('.') === 'Array.from'
  const copied = isCopy ? (asNode(first?.['argument']) ?? first ?? list) : list
  const made = script.of(copied).flatMap((one) => (one.kind === 'made' ? [one.node] : []))
  return [copied, ...made].some((one) => selects(one, 'querySelectorAll'))
}

/** Whether a call looks for a `use`: `icon.querySelector(".play use")`. */
const selects = (call: AstNode | null, method: 'querySelector' | 'querySelectorAll'): boolean => {
  const callee = asNode(call?.['callee'])
  return (
    callee?.type === 'MemberExpression' &&
    memberName(callee) === method &&
    /(?:^|[\s>+~,])use(?:[.#[:][^\s>+~,]*)?$/.test(stringOf(nodesOf(call?.['arguments'])[0]) ?? '')
  )
}

const MAY_TAKE = /<(?:use|textpath|lineargradient|radialgradient|pattern)\b/i

const INTEREST = new PageInterest([{ attributes: ['href', 'xlink:href'] }])

const takenIn = async (markup: string): Promise<readonly string[]> => {
  const page = `<!doctype html><body>${markup}`
  const { elements } = await pageFacts(page, new LineIndex(page), INTEREST)
  return elements.flatMap((element) => partTaken(element)?.value ?? [])
}
