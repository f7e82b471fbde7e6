import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Element = DefaultTreeAdapterTypes.Element

/** A form as a browser sends it with one of its buttons. */
export interface PageForm {
  readonly page: string
  readonly action: string
  readonly isMultipart: boolean
  /** What tells it from the other forms of its page: its action, its hidden fields and its button. */
  readonly name: string
  /** Its fields in order, filled in by somebody who changes everything that there is to change; without files. */
  readonly fields: readonly (readonly [name: string, value: string])[]
  /** The names of its file fields. */
  readonly files: readonly string[]
}

export interface ShownPage {
  readonly path: string
  readonly headers: Headers
  /** Those that are sent with POST, once for each button. */
  readonly forms: readonly PageForm[]
}

/** What somebody types. */
const TYPED: Readonly<Record<string, string>> = {
  advance: '48h',
  birthDate: '1999-05-05',
  count: '3',
  delay: '5ms',
  redirect_uris: 'https://a.example/callback',
}

/** Every page that links and forms lead to from these, in the order in which they are found. */
export const walkPages = async (baseUrl: string, from: readonly string[]): Promise<readonly ShownPage[]> => {
  const waiting = [...from]
  const seen = new Set(waiting)
  const pages: ShownPage[] = []
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const { page, links } = await openPage(baseUrl, path)
    if (page === null) continue
    pages.push(page)
    for (const link of links) {
      if (!seen.has(link)) waiting.push(link)
      seen.add(link)
    }
  }
  return pages
}

/** A page with where it leads; null for what is not a page. */
export const openPage = async (
  baseUrl: string,
  path: string,
): Promise<{ readonly page: ShownPage | null; readonly links: readonly string[] }> => {
  const answer = await fetch(`${baseUrl}${path}`)
  const text = await answer.text()
  if (answer.headers.get('content-type')?.startsWith('text/html') !== true) return { page: null, links: [] }
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}.`)
  const elements = [...elementsOf(parse(text))]
  const own = (address: string): readonly string[] => {
    const url = new URL(address, `${baseUrl}${path}`)
    return url.origin === baseUrl ? [`${url.pathname}${url.search}`] : []
  }
  const forms = elements.filter(({ tagName }) => tagName === 'form')
  return {
    page: {
      path,
      headers: answer.headers,
      forms: forms.filter((form) => methodOf(form) === 'post').flatMap((form) => formsOf(form, path)),
    },
    links: [
      ...elements
        .filter(({ tagName }) => tagName === 'a')
        .flatMap((link) => own(attribute(link, 'href') ?? '')),
      ...forms.filter((form) => methodOf(form) === 'get').flatMap((form) => choicesOf(form).flatMap(own)),
    ],
  }
}

/** The pages that a form of GET leads to: one for each choice of its only select. */
const choicesOf = (form: Element): readonly string[] => {
  const action = attribute(form, 'action') ?? ''
  const selects = [...elementsOf(form)].filter(({ tagName }) => tagName === 'select')
  return selects.flatMap((select) =>
    optionsOf(select).map(
      (value) => `${action}?${new URLSearchParams([[attribute(select, 'name') ?? '', value]])}`,
    ),
  )
}

const formsOf = (form: Element, page: string): readonly PageForm[] => {
  const elements = [...elementsOf(form)]
  const fields = elements.flatMap((element) => fieldsOf(element, elements))
  const hidden = elements
    .filter((one) => attribute(one, 'type') === 'hidden' && attribute(one, 'name') !== 'ticket')
    .map((one) => `${attribute(one, 'name')}=${attribute(one, 'value')}`)
  return elements
    .filter(({ tagName }) => tagName === 'button')
    .map((button) => {
      const name = attribute(button, 'name')
      const pressed = name === null ? [] : [[name, attribute(button, 'value') ?? ''] as const]
      const action = attribute(button, 'formaction') ?? attribute(form, 'action') ?? page
      return {
        page,
        action,
        isMultipart: attribute(form, 'enctype') === 'multipart/form-data',
        name: [action, ...hidden, ...pressed.map((one) => one.join('='))].join(' '),
        fields: [...fields, ...pressed],
        files: elements
          .filter((one) => attribute(one, 'type') === 'file')
          .map((one) => attribute(one, 'name') ?? ''),
      }
    })
}

/** What a field sends: the last choice of several, the other state of a box, a text of its kind. */
const fieldsOf = (element: Element, form: readonly Element[]): readonly (readonly [string, string])[] => {
  const name = attribute(element, 'name')
  const value = attribute(element, 'value') ?? ''
  if (name === null) return []
  switch (element.tagName) {
    case 'textarea':
      return [[name, TYPED[name] ?? 'Some text']]
    case 'select':
      return [[name, optionsOf(element).at(-1) ?? '']]
    case 'input':
      switch (attribute(element, 'type') ?? 'text') {
        case 'hidden':
          return [[name, value]]
        case 'checkbox': {
          const isChecked = attribute(element, 'checked') !== null
          const same = form.filter((one) => attribute(one, 'name') === name)
          // One of several stays as it is: to approve nothing is refused.
          return isChecked === (same.length > 1 && same[0] === element) ? [[name, value]] : []
        }
        case 'radio': {
          const same = form.filter((one) => attribute(one, 'name') === name)
          return same.at(-1) === element ? [[name, value]] : []
        }
        case 'file':
          return []
        default:
          return [[name, TYPED[name] ?? (value !== '' ? value : (nameToType(element, form) ?? 'Some text'))]]
      }
    default:
      return []
  }
}

/** The name in a field's label, which is to be typed to confirm. */
const nameToType = (field: Element, form: readonly Element[]): string | null => {
  const label = form.find((one) => attribute(one, 'for') === attribute(field, 'id'))
  const name =
    label === undefined ? undefined : [...elementsOf(label)].find(({ tagName }) => tagName === 'bdi')
  return name === undefined ? null : textOf(name)
}

const optionsOf = (select: Element): readonly string[] =>
  [...elementsOf(select)]
    .filter(({ tagName }) => tagName === 'option')
    .map((option) => attribute(option, 'value') ?? textOf(option))

const methodOf = (form: Element): string => (attribute(form, 'method') ?? 'get').toLowerCase()

const attribute = ({ attrs }: Element, name: string): string | null =>
  attrs.find((one) => one.name === name)?.value ?? null

const textOf = (element: Element): string =>
  element.childNodes.map((node) => ('value' in node ? node.value : '')).join('')

function* elementsOf(node: DefaultTreeAdapterTypes.ParentNode): Generator<Element> {
  for (const child of node.childNodes) {
    if (!('tagName' in child)) continue
    yield child
    yield* elementsOf(child)
  }
}
