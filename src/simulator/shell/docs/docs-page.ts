import { searchTopics, topicsNamed } from '../../../docs/search.js'
import type { Reference, Topic } from '../../../docs/topic.js'
import './docs-page.css'

/** The search of the documentation's site. Everything else on its pages works without a script. */

interface Index extends Reference {
  readonly addresses: Readonly<Record<string, string>>
}

const MOST_RESULTS = 20

const top = document.body.dataset['top'] ?? ''
const box = document.querySelector<HTMLElement>('.site-search')
const input = box?.querySelector('input')
const found = box?.querySelector<HTMLElement>('.found')

let loading: Promise<Index> | null = null

const load = (): Promise<Index> => {
  loading ??= fetch(`${top}search.json`).then((response) => {
    if (!response.ok) throw new Error(`search.json: ${response.status}`)
    return response.json()
  })
  loading.catch(() => {
    // The next word tries again.
    loading = null
  })
  return loading
}

const element = (name: string, className: string, ...children: readonly (Node | string)[]): HTMLElement => {
  const made = document.createElement(name)
  made.className = className
  made.append(...children)
  return made
}

/** A text with its code in backticks as code. */
const words = (text: string): readonly (Node | string)[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? element('code', '', part) : part))

const result = (topic: Topic, { addresses }: Index): HTMLElement => {
  const link = element(
    'a',
    '',
    element('strong', '', ...words(topic.title)),
    element('span', 'muted', ...words(topic.summary)),
  )
  link.setAttribute('href', `${top}${addresses[topic.id] ?? ''}`)
  return element('li', '', link)
}

if (box != null && input != null && found != null) {
  const status = (text: string): HTMLElement => {
    const line = element('p', 'muted', text)
    line.setAttribute('role', 'status')
    return line
  }
  const show = async (): Promise<void> => {
    const query = input.value.trim()
    found.hidden = query === ''
    if (query === '') return
    const index = await load().catch(() => null)
    // Someone typed on while it was loaded.
    if (query !== input.value.trim()) return
    if (index === null) {
      found.replaceChildren(status('The search needs the files of this site on a web server.'))
      return
    }
    const topics = [...new Set([...topicsNamed(index, query), ...searchTopics(index, query)])]
    const list = element('ul', '', ...topics.slice(0, MOST_RESULTS).map((topic) => result(topic, index)))
    found.replaceChildren(
      status(
        topics.length === 0
          ? `Nothing contains “${query}”.`
          : `${topics.length} ${topics.length === 1 ? 'result' : 'results'}`,
      ),
      list,
    )
    found.scrollTo(0, 0)
  }
  box.hidden = false
  input.addEventListener('focus', () => load().catch(() => {}), { once: true })
  input.addEventListener('input', show)
  input.addEventListener('focus', show)
  box.addEventListener('keydown', (event) => {
    const links = [...found.querySelectorAll('a')]
    const at = links.findIndex((link) => link.matches(':focus'))
    const next = event.key === 'ArrowDown' ? at + 1 : event.key === 'ArrowUp' ? at - 1 : null
    if (event.key === 'Escape') {
      input.focus()
      found.hidden = true
    } else if (event.key === 'Enter' && at === -1) links[0]?.click()
    else if (next !== null) {
      event.preventDefault()
      ;(links[next] ?? (next < 0 ? input : undefined))?.focus()
    }
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !box.contains(target)) found.hidden = true
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    input.focus()
  })
}
