import type { BundleRule } from '../../rule.js'

export const moduleAsClassic: BundleRule = {
  id: 'html/module-as-classic',
  level: 'warning',
  impact: 'breaks',
  section: '2.10',
  breach: 'A page loads a script with `import` or `export` without `type="module"`.',
  why: 'The script does not run: only modules can use `import` and `export`.',
  remedy: 'Add `type="module"` to the script element.',
  check: ({ summaries }) =>
    [...summaries.values()].flatMap((page) =>
      (page.scripts ?? [])
        .filter(({ path, module }) => !module && path !== null && summaries.get(path)?.isModule === true)
        .map(({ path, place }) => ({
          file: page.path,
          ...place,
          message: `${path} uses import or export but is not loaded as a module, so it does not run.`,
        })),
    ),
}
