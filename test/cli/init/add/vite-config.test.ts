import { describe, expect, it } from 'vitest'
import { newConfig, withPlugin } from '../../../../src/cli/init/add/vite-config.js'

const edited = (text: string): string => {
  const result = withPlugin(text)
  return result.outcome === 'added' ? result.text : result.outcome
}

describe('the plugin in a vite.config', () => {
  it('comes into the list of plugins, and its import before the others, in their style', () => {
    expect(
      edited(`import { defineConfig } from "vite";
import react from "@vitejs/plugin-react";

export default defineConfig({
  plugins: [react()],
});
`),
    ).toBe(`import miniapp from "miniapp/vite";
import { defineConfig } from "vite";
import react from "@vitejs/plugin-react";

export default defineConfig({
  plugins: [miniapp(), react()],
});
`)
  })

  it('gets a line of its own where the plugins have theirs', () => {
    expect(
      edited("import a from 'a'\nexport default {\n  plugins: [\n    // first\n    a(),\n  ],\n}\n"),
    ).toBe(
      "import miniapp from 'miniapp/vite'\nimport a from 'a'\nexport default {\n  plugins: [\n    miniapp(),\n    // first\n    a(),\n  ],\n}\n",
    )
  })

  it.each([
    ['export default { plugins: [] }', 'export default { plugins: [miniapp()] }'],
    ['export default {}', 'export default {plugins: [miniapp()]}'],
    [
      'export default defineConfig({ base: "" })',
      'export default defineConfig({ plugins: [miniapp()], base: "" })',
    ],
    ['export default {\n  base: "./",\n}', 'export default {\n  plugins: [miniapp()],\n  base: "./",\n}'],
  ])('is added to %j', (text, expected) => {
    expect(edited(text)).toBe(`import miniapp from 'miniapp/vite'\n\n${expected}`)
  })

  it('is not put into the plugins of something else', () => {
    expect(edited('export default { css: { plugins: [a()] }, plugins: [b()] }')).toContain(
      '{ css: { plugins: [a()] }, plugins: [miniapp(), b()] }',
    )
  })

  it.each([
    'module.exports = { plugins: [] }',
    'export default defineConfig(({ mode }) => ({ plugins: [] }))',
    'export default { css: { plugins: [a()] } }',
    'export default { plugins: mine }',
    'const config = {}\nexport default config',
  ])('leaves alone where its place is not certain: %s', (text) => {
    expect(withPlugin(text)).toEqual({ outcome: 'unclear' })
  })

  it('is added once', () => {
    expect(withPlugin(edited('export default {}'))).toEqual({ outcome: 'there' })
    expect(withPlugin(newConfig())).toEqual({ outcome: 'there' })
  })
})
