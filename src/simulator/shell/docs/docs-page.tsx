import { effect, signal } from '@preact/signals'
import { render } from 'preact'
import type { Reference } from '../../../docs/topic.js'
import { DocsBrowser } from './docs-browser.js'
import { TopicLinksContext } from './topic-link.js'
import './docs-page.css'

/** The page of `miniapp docs --open` and `--format html`: the reference by itself. Its address names the topic. */
const reference: Reference = JSON.parse(document.querySelector('#reference')?.textContent ?? 'null')

const addressed = (): string | null => decodeURIComponent(location.hash.slice(1)) || null

const topic = signal<string | null>(addressed() ?? document.body.dataset['topic'] ?? null)

addEventListener('hashchange', () => {
  topic.value = addressed()
})

effect(() => {
  document.title = [topic.value, 'SDK reference', 'miniapp'].filter((word) => word !== null).join(' · ')
})

const links = {
  open: (id: string) => {
    location.hash = id
  },
  href: (id: string) => `#${id}`,
}

render(
  <TopicLinksContext.Provider value={links}>
    <header class="docs-header">
      <h1>
        <strong>miniapp</strong> SDK reference
      </h1>
      <span class="muted small">{reference.version}</span>
    </header>
    <main class="docs-main">
      <DocsBrowser
        reference={reference}
        topic={topic}
        onClose={() => {
          location.hash = ''
        }}
      />
    </main>
  </TopicLinksContext.Provider>,
  document.body,
)
