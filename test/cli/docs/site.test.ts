import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { docsSite } from '../../../src/cli/docs/site/site.js'
import { toHtml } from '../../../src/cli/docs/site/to-html.js'
import { sourceReference } from '../../support/cases/reference.js'
import { ROOT } from '../../support/processes/npm.js'

const reference = await sourceReference()
const site = await docsSite(reference, {
  read: (file) => readFile(join(ROOT, file), 'utf8'),
  script: 'run()',
  style: 'body{}',
  icon: '<svg/>',
})

const pages = [...site].filter(([path]) => path.endsWith('.html'))

/** The targets of a page's links, from the top of the site, with their anchors. */
const targetsOf = (path: string, html: string): readonly string[] =>
  [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, href = '']) => {
    const [file = '', anchor] = href.split('#')
    const target = file === '' ? path : posix.join(posix.dirname(path), file)
    return anchor === undefined ? target : `${target}#${anchor}`
  })

describe("the documentation's site", () => {
  it('has a page for every topic, and one for each written document', () => {
    const names = pages.map(([path]) => path)
    expect(names).toHaveLength(new Set(names.map((name) => name.toLowerCase())).size)
    expect(names.filter((name) => name.startsWith('reference/'))).toHaveLength(reference.topics.length)
    expect(names).toEqual(
      expect.arrayContaining(['index.html', 'start.html', 'ci.html', 'simulator.html', 'reference/pay.html']),
    )
  })

  it('has no link that leads nowhere, nor one to another host', () => {
    const dead = pages.flatMap(([path, html]) =>
      targetsOf(path, html)
        .filter((target) => {
          const [file = '', anchor] = target.split('#')
          const text = site.get(file)
          return text === undefined || (anchor !== undefined && !text.includes(` id="${anchor}"`))
        })
        .map((target) => `${path}: ${target}`),
    )
    expect(dead).toEqual([])
  })

  it('has every topic in an llms.txt whose links lead to Markdown', () => {
    const text = site.get('llms.txt') ?? ''
    expect(text).toMatch(/^# miniapp\n\n> [^\n]+\n\n## Get started\n\n- \[Your first app\]\(start\.md\): /)
    const links = [...text.matchAll(/^- \[.*?\]\(([^)]+)\): /gm)].map(([, target = '']) => target)
    expect(links.filter((target) => !site.has(target))).toEqual([])
    expect(links.filter((target) => target.startsWith('reference/'))).toHaveLength(reference.topics.length)
  })

  it('shows HTML in a text as text, and runs nothing of it', () => {
    const { html } = toHtml('# <b>x</b>\n\n<script>alert(1)</script>\n\n[a](<"onclick=1>)', (href) => href)
    expect(html).not.toMatch(/<(?:script|b)>/)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).toContain('href="&quot;onclick=1"')
  })

  it('gives headings the anchors that GitHub gives them', () => {
    const { headings } = toHtml(
      '# Logs and replay\n\n## `ai.json`: *answers*\n\n## CI\n\n## CI',
      (href) => href,
    )
    expect(headings.map(({ id }) => id)).toEqual(['logs-and-replay', 'aijson-answers', 'ci', 'ci-1'])
  })
})
