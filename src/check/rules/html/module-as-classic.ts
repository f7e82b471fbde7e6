import type { BundleRule } from '../../rule.js'

export const moduleAsClassic: BundleRule = {
  id: 'html/module-as-classic',
  level: 'warning',
  impact: 'breaks',
  section: '2.10',
  breach: 'A page loads a script that imports or exports, and does not say that it is a module.',
  why: 'A browser runs none of it: only a module may have `import` and `export`.',
  mend: 'Write `type="module"` into the script element.',
  check: ({ summaries }) =>
    [...summaries.values()].flatMap((page) =>
      (page.scripts ?? [])
        .filter(({ path, module }) => !module && path !== null && summaries.get(path)?.isModule === true)
        .map(({ path, place }) => ({
          file: page.path,
          ...place,
          message: `${path} imports or exports, and the page does not load it as a module: a browser runs none of it.`,
          fix: 'Write type="module" into the <script>.',
        })),
    ),
}
