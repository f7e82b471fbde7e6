import { parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { renderShellPage, shellPolicy } from '../../src/simulator/shell-page.js'

describe("the shell's page", () => {
  const HOSTILE = `"><script>alert(1)</script>'&`

  it('shows a hostile name as text and keeps the token whole', () => {
    const html = renderShellPage({ token: HOSTILE, title: HOSTILE })
    const found = { scripts: 0, title: '', token: '' }
    const visit = (node: unknown): void => {
      const element = node as {
        nodeName: string
        value?: string
        attrs?: { name: string; value: string }[]
        childNodes?: unknown[]
      }
      if (element.nodeName === 'script') found.scripts++
      if (element.nodeName === 'title')
        found.title = JSON.stringify(element.childNodes?.map((child) => (child as { value: string }).value))
      if (element.attrs?.some(({ value }) => value === 'miniapp-token'))
        found.token = element.attrs.find(({ name }) => name === 'content')?.value ?? ''
      for (const child of element.childNodes ?? []) visit(child)
    }
    visit(parse(html))
    expect(found).toEqual({ scripts: 1, title: JSON.stringify([`${HOSTILE} · miniapp`]), token: HOSTILE })
  })

  it('holds no inline script, style or handler, so that its policy can forbid them', () => {
    const html = renderShellPage({ token: 't', title: 'Hello' })
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/)
  })

  it("2.10: frames only the bundle's origin", () => {
    const directives = shellPolicy('http://127.0.0.1:1').split('; ')
    expect(directives).toContain('frame-src http://127.0.0.1:1')
    expect(directives).toContain("script-src 'self'")
    expect(directives).toContain("default-src 'none'")
    expect(shellPolicy('http://127.0.0.1:1')).not.toContain('unsafe')
  })
})
