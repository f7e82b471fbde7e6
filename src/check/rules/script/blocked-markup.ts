import { STYLES, stylesLeadingOut, stylesOfHtml } from '../../facts/css/styles.js'
import { attribute, type HtmlElement } from '../../facts/html/element.js'
import { pageFacts } from '../../facts/html/html.js'
import { PageInterest } from '../../facts/html/interest.js'
import { type HtmlUrl, PAGE_URLS, urlsLeadingOut } from '../../facts/html/urls.js'
import type { Needs } from '../../facts/needs.js'
import { addedMarkup, isWritten, MARKUP_WORDS, UNKNOWN_PART } from '../../facts/script/added-markup.js'
import { fieldOf, isNode } from '../../facts/script/node.js'
import { SCRIPTS } from '../../facts/script/part.js'
import { elementsOf, startsOfUrl, textsOf } from '../../facts/script/url-text.js'
import type { ScriptUse } from '../../facts/script/use.js'
import type { ScriptValues } from '../../facts/script/values.js'
import { takesPart } from '../../facts/svg/parts-of-files.js'
import { LineIndex } from '../../facts/text/position.js'
import { destinationOf, leadsOut, shownUrl } from '../../facts/text/url.js'
import type { FileRule, Finding } from '../../rule.js'
import { isRequested, urlsInRefresh } from './urls-in-texts.js'

/** The elements that hold another page or a plug-in. */
const EMBEDDING: ReadonlySet<string> = new Set(['iframe', 'frame', 'object', 'embed', 'portal'])

const WORDS: Needs = {
  script: { words: [...MARKUP_WORDS, 'src', 'srcdoc', 'setAttribute', 'iframe', 'embed'] },
}

type Judgement = Pick<Finding, 'message' | 'fix' | 'impact' | 'unloaded'>

export const blockedMarkup: FileRule = {
  id: 'script/blocked-markup',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'A script adds an element that embeds another page or a plug-in, or that loads a remote URL.',
  why: 'What scripts add is blocked as it is in a page: `iframe`, `object` and `embed` stay empty, and remote files do not load.',
  remedy: 'Show the content in the page, and load bundled files by their relative paths.',
  needs: [SCRIPTS, WORDS],
  appliesTo: ({ mayHoldScripts }) => mayHoldScripts,
  checkFile: async (file) => {
    const found: Finding[] = []
    for (const { script, uses } of await file.scriptsUsing(WORDS))
      for (const use of uses) {
        const markup = addedMarkup(use, script.values)
        const judgements =
          markup === null
            ? embeddingBy(use, script.values)
            : MAY_BE_BLOCKED.test(markup)
              ? await inMarkup(markup, use)
              : []
        for (const judgement of judgements)
          found.push({ file: file.path, ...script.part.place(use.offset), ...judgement })
      }
    return found
  },
}

/** Of an element that is created with a page in it: `frame.src = "…"` and `createElement("iframe", { src: "…" })`. */
const embeddingBy = (use: ScriptUse, script: ScriptValues): readonly Judgement[] => {
  const { names, kind, values, object } = use
  const last = names.at(-1) ?? ''
  const [first = ''] = textsOf(values[0], script).map((text) => text.toLowerCase())
  if (
    kind === 'call' &&
    EMBEDDING.has(first) &&
    ['src', 'srcDoc', 'data'].some((name) => isNode(fieldOf(values[1], name)))
  )
    return [embedding(first)]
  const isSet =
    kind === 'assign' ? PAGE_OF_FRAME.has(last) : last === 'setAttribute' && PAGE_OF_FRAME.has(first)
  const name = isSet ? elementsOf(object, script).find((one) => EMBEDDING.has(one)) : undefined
  if (name === undefined) return []
  const urls = startsOfUrl(values[kind === 'assign' ? 0 : 1], script)
  return urls.length > 0 && urls.every((url) => destinationOf(url) === 'javascript') ? [] : [embedding(name)]
}

const PAGE_OF_FRAME: ReadonlySet<string> = new Set(['src', 'srcdoc'])

/** Nearly no markup in a script has anything to look at. */
const MAY_BE_BLOCKED = /<(?:iframe|frame|object|embed|portal)\b|\/\/|(?:=|url\()\s*["']?\s*[\\/]/i

const INTEREST = new PageInterest([
  PAGE_URLS.page ?? {},
  STYLES.page ?? {},
  { elements: [...EMBEDDING, 'meta'] },
])

const inMarkup = async (markup: string, use: ScriptUse): Promise<readonly Judgement[]> => {
  const page = `<!doctype html><body>${markup}`
  const facts = await pageFacts(page, new LineIndex(page), INTEREST)
  const { elements } = facts
  const embedded = elements.filter(({ name, foreign }) => EMBEDDING.has(name) && !foreign)
  return [
    ...embedded.map(({ name }) => embedding(name)),
    ...urlsLeadingOut(
      'index.html',
      elements.filter((one) => !embedded.includes(one)),
    )
      .filter(isLoaded)
      .map(
        ({ element, name, url, leadsTo }): Judgement => ({
          message: `The added <${element}> has the ${name} ${shownUrl(url.replaceAll(UNKNOWN_PART, '…'))}, which cannot load.`,
          fix: 'Add the file to the bundle and use its relative path.',
          ...(leadsTo === 'code' && isWritten(use)
            ? { impact: 'breaks', unloaded: url }
            : { impact: 'degrades' }),
        }),
      ),
    ...stylesLeadingOut('index.html', stylesOfHtml(facts))
      .filter(
        ({ link, destination }) => isRequested(link) && destination !== 'outside' && destination !== 'data',
      )
      .map(({ link }) => ({
        message: `The added CSS uses ${shownUrl(link.url.replaceAll(UNKNOWN_PART, '…'))}, which cannot load.`,
        fix: 'Add the file to the bundle and use its relative path.',
      })),
    ...elements.flatMap(refreshIn),
  ].slice(0, MAX_OF_MARKUP)
}

/** A refresh that leads to another host; one to a page of the bundle works. */
const refreshIn = (element: HtmlElement): readonly Judgement[] =>
  element.name === 'meta' && attribute(element, 'http-equiv')?.toLowerCase() === 'refresh'
    ? urlsInRefresh(attribute(element, 'content') ?? '')
        .filter(leadsOut)
        .map((url) => ({
          message: `The added <meta> refreshes the page to ${shownUrl(url.replaceAll(UNKNOWN_PART, '…'))}, which cannot load.`,
          fix: 'Remove the element: a mini app cannot open other sites.',
        }))
    : []

/** A script that builds a whole page of pictures has said enough with the first ones. */
const MAX_OF_MARKUP = 20

const embedding = (name: string): Judgement => ({
  message: `The added <${name}> stays empty: a mini app cannot embed other pages or plug-ins.`,
  fix: 'Show its content in the page.',
})

/**
 * Links and forms lead somewhere only when somebody uses them. What takes a part of another drawing is reported by
 * `script/symbol-of-another-file`, unless it is remote.
 */
const isLoaded = ({ element, name, destination }: HtmlUrl): boolean =>
  destination !== 'outside' &&
  element !== 'a' &&
  element !== 'area' &&
  LOADED.has(name) &&
  !(destination === 'root' && takesPart(element))

const LOADED: ReadonlySet<string> = new Set([
  'src',
  'srcset',
  'poster',
  'href',
  'xlink:href',
  'background',
  'imagesrcset',
])
