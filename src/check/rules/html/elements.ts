import { attribute, relOf } from '../../facts/html/element.js'
import type { Needs } from '../../facts/needs.js'
import type { FileRule } from '../../rule.js'
import { elementRule } from './element-rule.js'

const EMBEDDING: ReadonlySet<string> = new Set(['iframe', 'frame', 'frameset', 'object', 'embed', 'portal'])

const CONNECTING: ReadonlySet<string> = new Set(['preconnect', 'dns-prefetch', 'prefetch', 'prerender'])

const FORMS: Needs = { page: { elements: ['form', 'script'], attributes: ['onsubmit'] } }

/** Looks at a page as a whole: a script anywhere in it may handle the event. */
const formWithoutHandler: FileRule = {
  id: 'html/form-without-handler',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'A form would be submitted to a URL.',
  why: 'Submitting a form to a URL does not work. Handle the event and prevent the default instead.',
  remedy: 'Handle the submit event, and call preventDefault().',
  needs: [FORMS],
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) => {
    const elements = await file.page(FORMS)
    if (
      elements.some(
        ({ name, attributes }) => name === 'script' || attributes.some(({ name }) => name === 'onsubmit'),
      )
    )
      return []
    return elements
      .filter(
        (element) => element.name === 'form' && attribute(element, 'method')?.toLowerCase() !== 'dialog',
      )
      .map(({ place }) => ({
        file: file.path,
        ...place,
        message: 'Nothing handles the submit event of this <form>, and submitting it to a URL does not work.',
      }))
  },
}

/** Elements of pages that are refused, or do nothing. */
export const PAGE_ELEMENT_RULES: readonly FileRule[] = [
  elementRule(
    {
      id: 'html/base-element',
      level: 'error',
      impact: null,
      section: '2.8',
      breach: 'A page has a base element.',
      why: 'A base element would change the target of every relative path.',
      remedy: 'Remove the element and write the paths relative to the page.',
    },
    { elements: ['base'] },
    ({ name, foreign }) =>
      name === 'base' && !foreign
        ? [{ message: 'A <base> element is not allowed; paths must be relative to the page.' }]
        : [],
  ),
  elementRule(
    {
      id: 'html/embedded-page',
      level: 'error',
      impact: 'degrades',
      section: '2.8',
      breach: 'A page has an element that embeds another page or a plug-in.',
      why: '`iframe`, `frame`, `frameset`, `object`, `embed` and `portal` are refused, and blocked at run time.',
      remedy: 'Show the content in the page.',
    },
    { elements: [...EMBEDDING] },
    ({ name, foreign }) =>
      EMBEDDING.has(name) && !foreign ? [{ message: `The element <${name}> is not allowed.` }] : [],
  ),
  elementRule(
    {
      id: 'html/file-input',
      level: 'warning',
      impact: 'degrades',
      section: '2.10',
      breach: 'A page has a file input.',
      why: 'File inputs do not work in the sandbox.',
      remedy: 'Use `Service.pickImage` or `Service.pickVideo`.',
    },
    { elements: ['input'] },
    (element) =>
      element.name === 'input' && attribute(element, 'type')?.toLowerCase() === 'file'
        ? [{ message: 'An <input type="file"> does not work in a mini app.' }]
        : [],
  ),
  formWithoutHandler,
  elementRule(
    {
      id: 'html/link-rel',
      level: 'error',
      impact: null,
      section: '2.8',
      breach: 'A link element prepares a connection or a page load.',
      why: '`preconnect`, `dns-prefetch`, `prefetch` and `prerender` access the network.',
      remedy: 'Remove the element, or the keyword from its rel.',
    },
    { elements: ['link'] },
    (element) =>
      relOf(element)
        .filter((word) => CONNECTING.has(word))
        .map((word) => ({
          message: `A <link rel="${word}"> is not allowed: a mini app has no network access.`,
        })),
  ),
  elementRule(
    {
      id: 'html/meta-refresh',
      level: 'error',
      impact: 'breaks',
      section: '2.8',
      breach: 'A page reloads or navigates with a meta refresh.',
      why: 'A mini app cannot navigate away.',
      remedy: 'Remove the element, and update the page with a script.',
    },
    { elements: ['meta'] },
    (element) =>
      element.name === 'meta' &&
      !element.foreign &&
      attribute(element, 'http-equiv')?.toLowerCase() === 'refresh'
        ? [{ message: 'A <meta http-equiv="refresh"> is not allowed: a mini app cannot navigate away.' }]
        : [],
  ),
]
