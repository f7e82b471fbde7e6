import { aiCapability } from '../../check/rules/manifest/fields.js'
import { latinWords } from '../../platform/text.js'
import { VERSION } from '../../version.js'

/**
 * A project's name as npm takes names: the app's own, `my-space-cats`; where nothing of it is left (a name in another
 * script), its App ID.
 */
export const packageName = ({ name, appId }: { readonly name: string; readonly appId: string }): string => {
  const words = latinWords(name)
  return /[a-z]/.test(words) && words !== 'miniapp' && words !== 'node-modules'
    ? words
    : appId.replaceAll('_', '-')
}

/**
 * The words that check a project. Whether an admin granted the AI that a version asks for (3.1) only the service knows,
 * and `--strict` would count that as a problem for good.
 */
export const checkWords = (asksForAi: boolean): string =>
  `miniapp check --strict${asksForAi ? ` --allow ${aiCapability.id}` : ''}`

/** `package.json` of a new project without a bundler: the tool, and the words that call it. */
export const packageFile = (app: { readonly name: string; readonly appId: string }, check: string): string =>
  `${JSON.stringify(
    {
      name: packageName(app),
      private: true,
      scripts: {
        dev: 'miniapp dev',
        check,
        test: 'miniapp test',
        pack: 'miniapp pack',
      },
      devDependencies: { miniapp: `^${VERSION}` },
    },
    null,
    2,
  )}\n`

/** A workflow for GitHub that checks, tests and packs every change, and keeps the zip. */
export const WORKFLOW_PATH = '.github/workflows/miniapp.yml'

/**
 * @param check the words that check the app
 * @param build the words that build it first, or null
 */
export const workflowFile = (check: string, build: string | null): string => `name: Mini app
on:
  push:
    branches: [main]
  pull_request:
jobs:
  miniapp:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      # To use a miniapp that is not on npm, set the repository variable MINIAPP_PACKAGE to its tarball: an https address, or
      # the path of a file in this repository such as ./.github/miniapp.tgz.
      - run: npm install --no-save $MINIAPP_PACKAGE
        env:
          MINIAPP_PACKAGE: \${{ vars.MINIAPP_PACKAGE }}
${build === null ? '' : `      - run: ${build}\n`}      - run: npx ${check} --format github
      - run: npx miniapp test --format github
      - run: npx miniapp pack --out app.zip
      - uses: actions/upload-artifact@v4
        with:
          name: app
          path: app.zip
`
