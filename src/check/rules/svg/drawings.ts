import { SVG_NAMESPACE, XHTML_NAMESPACE } from '../../facts/html/names.js'
import type { MarkupNeeds, Needs } from '../../facts/needs.js'
import type { SvgElement, SvgFacts } from '../../facts/svg/facts.js'
import { isRefresh } from '../../facts/svg/links.js'
import { filterUrl, namesAnotherFile, takesPart } from '../../facts/svg/parts-of-files.js'
import type { Place } from '../../facts/text/position.js'
import { isDataUrl, shownUrl } from '../../facts/text/url.js'
import type { Breach, FileRule, RuleText } from '../../rule.js'

/**
 * A rule about what SVG files are made of.
 * @param drawing the elements that it looks at, beside the root
 */
const drawingRule = (
  text: RuleText,
  drawing: MarkupNeeds,
  find: (svg: SvgFacts, path: string) => readonly (Place & Breach)[],
): FileRule => {
  const needs: Needs = { drawing }
  return {
    ...text,
    needs: [needs],
    appliesTo: ({ extension }) => extension === 'svg',
    checkFile: async (file) => {
      const svg = await file.drawing(needs)
      return svg === null ? [] : find(svg, file.path).map((found) => ({ file: file.path, ...found }))
    },
  }
}

/** Elements of pages that embed or replace one. */
const OF_PAGES: ReadonlySet<string> = new Set([
  'base',
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'portal',
])

const isOfPage = (element: SvgElement): boolean =>
  isRefresh(element) || (element.namespace === XHTML_NAMESPACE && OF_PAGES.has(element.local))

// Without a namespace too: the file may be put into a page, where it gets one.
const CODE_NAMESPACES: ReadonlySet<string> = new Set([SVG_NAMESPACE, XHTML_NAMESPACE, ''])

export const DRAWING_RULES: readonly FileRule[] = [
  drawingRule(
    {
      id: 'svg/data-stylesheet',
      level: 'warning',
      impact: 'degrades',
      section: '2.10',
      breach: 'An SVG file loads its stylesheet from a `data:` URL.',
      why: 'Stylesheets must come from the bundle, and an SVG image loads none at all.',
      remedy: 'Move the CSS into a style element of the SVG file.',
    },
    {},
    ({ stylesheets }) =>
      stylesheets
        .filter(({ href }) => isDataUrl(href))
        .map(({ line, column }) => ({
          line,
          column,
          message: 'The <?xml-stylesheet?> has a data: URL, which does not load.',
        })),
  ),
  drawingRule(
    {
      id: 'svg/event-handler',
      level: 'error',
      impact: null,
      section: '2.8',
      breach: 'An SVG file has an event-handler attribute.',
      why: 'SVG files must not run code.',
      remedy: 'Remove the attribute, and handle the event in a .js file.',
    },
    { handlers: true },
    ({ elements }) =>
      elements.flatMap((element) =>
        element.attributes
          .filter(({ prefix, local }) => prefix === '' && /^on/i.test(local))
          .map(({ name, place }) => ({
            ...place,
            message: `The attribute ${name} of <${element.local}> is an event handler, which is not allowed in an SVG file.`,
          })),
      ),
  ),
  drawingRule(
    {
      id: 'svg/missing-namespace',
      level: 'warning',
      impact: 'degrades',
      section: '',
      breach: 'The root element of an SVG file does not declare the SVG namespace.',
      why: 'Browsers display it as an image only with `xmlns="http://www.w3.org/2000/svg"`.',
      remedy: 'Add the namespace to the root element.',
    },
    {},
    ({ elements: [root], malformed, hasNamespace }) =>
      malformed !== null || hasNamespace || root === undefined
        ? []
        : [
            {
              ...root.place,
              message:
                'The root element does not declare the SVG namespace, so browsers do not display the image.',
              fix: 'Add xmlns="http://www.w3.org/2000/svg" to it.',
            },
          ],
  ),
  drawingRule(
    {
      id: 'svg/page-element',
      level: 'warning',
      impact: 'degrades',
      section: '2.10',
      breach: 'An SVG file has an element that embeds or replaces a page.',
      why: 'An SVG image does not show the element, and the browser blocks it when the file is opened on its own.',
      remedy: 'Remove the element.',
    },
    { foreign: true },
    ({ elements }) =>
      elements.filter(isOfPage).map(({ local, place }) => ({
        ...place,
        message: `The element <${local}> does not work in an SVG file.`,
      })),
  ),
  drawingRule(
    {
      id: 'svg/script-element',
      level: 'error',
      impact: null,
      section: '2.8',
      breach: 'An SVG file has a script element.',
      why: 'SVG files must not run code.',
      remedy: 'Remove the element, and move the code into a .js file.',
    },
    { elements: ['script'] },
    ({ elements }) =>
      elements
        .filter(({ local, namespace }) => local.toLowerCase() === 'script' && CODE_NAMESPACES.has(namespace))
        .map(({ place }) => ({ ...place, message: 'A script element is not allowed in an SVG file.' })),
  ),
  drawingRule(
    {
      id: 'svg/symbol-of-another-file',
      level: 'warning',
      impact: 'degrades',
      section: '2.10',
      breach: 'An SVG file uses a symbol, path, gradient or filter from another file.',
      why: 'An SVG image loads no other file, and the page has an opaque origin.',
      remedy: 'Put the symbols into the SVG file, and refer to them as "#name".',
    },
    { attributes: ['href', 'filter'] },
    ({ elements }, path) =>
      elements.flatMap((element) =>
        element.attributes
          .map(({ name, local, prefix, value, place }) => {
            const isFilter = local === 'filter' && prefix === ''
            const isPart = local === 'href' && takesPart(element.local)
            return { name, url: isFilter ? filterUrl(value) : isPart ? value : '', place }
          })
          .filter(({ url }) => namesAnotherFile(path, url))
          .map(({ name, url, place }) => ({
            ...place,
            message: `The ${name} of <${element.local}> is ${shownUrl(url)}, which is in another file and is not displayed.`,
          })),
      ),
  ),
  drawingRule(
    {
      id: 'svg/unsafe-doctype',
      level: 'error',
      impact: null,
      section: '2.8',
      breach: 'The DOCTYPE of an SVG file contains something that cannot be checked.',
      why: 'External entities and subsets are remote links. Attribute lists and parameter entities can hide one.',
      remedy: 'Remove the DOCTYPE, which browsers do not need, or export the image as plain SVG.',
    },
    {},
    ({ refusedDoctype }) =>
      refusedDoctype.map(({ what, line, column }) => ({
        line,
        column,
        message: `The DOCTYPE has ${what}, which is not allowed.`,
      })),
  ),
  drawingRule(
    {
      id: 'svg/unsafe-stylesheet',
      level: 'error',
      impact: null,
      section: '2.8',
      breach: 'An SVG file uses a stylesheet that is not CSS.',
      why: 'Such a stylesheet (XSLT) can replace the whole image and add hidden remote links.',
      remedy: 'Remove the instruction, or use a .css file with `type="text/css"`.',
    },
    {},
    ({ stylesheets }) =>
      stylesheets
        .filter(({ isCss }) => !isCss)
        .map(({ line, column }) => ({
          line,
          column,
          message: 'The <?xml-stylesheet?> uses a stylesheet that is not CSS, or cannot be read.',
        })),
  ),
]
