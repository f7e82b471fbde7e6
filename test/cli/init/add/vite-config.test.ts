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
    [
      'export default defineConfig(({ mode }) => ({ plugins: [a(mode)] }))',
      'export default defineConfig(({ mode }) => ({ plugins: [miniapp(), a(mode)] }))',
    ],
    [
      'export default defineConfig(async ({ mode }) => {\n  const env = load(mode)\n  return {\n    base: env.base,\n    plugins: [a()],\n  }\n})',
      'export default defineConfig(async ({ mode }) => {\n  const env = load(mode)\n  return {\n    base: env.base,\n    plugins: [miniapp(), a()],\n  }\n})',
    ],
    [
      'export default function () {\n  return { base: "" }\n}',
      'export default function () {\n  return { plugins: [miniapp()], base: "" }\n}',
    ],
    [
      'const plugins = [a()]\nexport default { plugins, base: "" }',
      'const plugins = [a()]\nexport default { plugins: [miniapp(), plugins], base: "" }',
    ],
    ['export default { plugins: mine }', 'export default { plugins: [miniapp(), mine] }'],
    [
      'const config: UserConfig = {\n  plugins: [a()],\n}\nexport default config',
      'const config: UserConfig = {\n  plugins: [miniapp(), a()],\n}\nexport default config',
    ],
    [
      'const config = defineConfig({ plugins: [a()] })\n\nexport default config;\n',
      'const config = defineConfig({ plugins: [miniapp(), a()] })\n\nexport default config;\n',
    ],
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
    'export default defineConfig(({ mode }) => {\n  if (mode === "a") return { plugins: [a()] }\n  return { plugins: [] }\n})',
    'export default defineConfig(() => make({ plugins: [] }))',
    'export default mergeConfig(base, { plugins: [] })',
    'export default { css: { plugins: [a()] } }',
    'export default { plugins: mine() }',
    'export default config',
  ])('leaves alone where its place is not certain: %s', (text) => {
    expect(withPlugin(text)).toEqual({ outcome: 'unclear' })
  })

  it('is added once', () => {
    expect(withPlugin(edited('export default {}'))).toEqual({ outcome: 'there' })
    expect(withPlugin(newConfig())).toEqual({ outcome: 'there' })
  })
})
