import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { assemblePage } from '../../../src/cli/docs/docs-page.js'
import type { Reference, Topic } from '../../../src/docs/topic.js'

const TOPIC: Topic = {
  id: 'html/"><script>',
  kind: 'rule',
  title: '</script><script>alert(1)</script>',
  summary: '<!--',
  sections: [],
  aliases: [],
  parts: [],
}

const REFERENCE: Reference = { schema: 1, version: '1.2.3', topics: [TOPIC] }

describe('the reference as a page', () => {
  const { html, policy } = assemblePage(REFERENCE, TOPIC, { script: 'run()', style: 'body{}' })

  it('allows only its own script and styles, by what they are', () => {
    const hash = (text: string): string => createHash('sha256').update(text).digest('base64')
    expect(policy).toBe(
      `default-src 'none'; img-src data:; script-src 'sha256-${hash('run()')}'; style-src 'sha256-${hash('body{}')}'; base-uri 'none'; form-action 'none'`,
    )
    expect(html).toContain(`content="${policy}"`)
  })

  it('has the reference as data that no text of it can end', () => {
    const [, json = ''] = /<script type="application\/json" id="reference">(.*?)<\/script>/s.exec(html) ?? []
    expect(JSON.parse(json)).toEqual(REFERENCE)
    expect(html.match(/<script/g)).toHaveLength(2)
  })

  it('starts at the topic', () => {
    expect(html).toContain('<body data-topic="html/&#34;&#62;&#60;script&#62;">')
  })
})
