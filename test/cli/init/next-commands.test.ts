import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { nextCommands } from '../../../src/cli/init/next-commands.js'
import { shellPath } from '../../../src/terminal/shell.js'

const PUBLISHED = { folder: '/lib/miniapp', published: true, onPath: false, installedIn: null }
const CLONE = { folder: '/home/me/my tools', published: false, onPath: false, installedIn: null }

const PLAIN = { built: false, installed: false }
const BUILT = { built: true, installed: false }

describe('the commands that show a new project', () => {
  it.each([
    [undefined, 'npx miniapp dev', 'npm install', 'npm run dev'],
    ['npm/10.9.2 node/v22.11.0 linux x64 workspaces/false', 'npx miniapp dev', 'npm install', 'npm run dev'],
    ['pnpm/12.21.0 npm/? node/v22.11.0 linux x64', 'pnpm dlx miniapp dev', 'pnpm install', 'pnpm run dev'],
    ['yarn/4.18.1 npm/? node/v22.11.0 linux x64', 'yarn dlx miniapp dev', 'yarn install', 'yarn run dev'],
    ['yarn/1.22.22 npm/? node/v22.11.0 linux x64', 'npx miniapp dev', 'yarn install', 'yarn run dev'],
    ['bun/1.2.0 npm/? node/v22.6.0 linux x64', 'bunx miniapp dev', 'bun install', 'bun run dev'],
    ['constructor/1.0', 'npx miniapp dev', 'npm install', 'npm run dev'],
  ])('of a published version, started by %s: %s', (agent, show, install, run) => {
    const environment = agent === undefined ? {} : { npm_config_user_agent: agent }
    expect(nextCommands(PLAIN, environment, PUBLISHED)).toEqual([show])
    expect(nextCommands(BUILT, environment, PUBLISHED)).toEqual([install, run])
  })

  it.each([PUBLISHED, CLONE])('name only the command if the shell finds it: %o', (installation) => {
    expect(nextCommands(PLAIN, {}, { ...installation, onPath: true })).toEqual(['miniapp dev'])
  })

  it.each([PUBLISHED, CLONE])('use the copy that a project above has: %o', (installation) => {
    expect(nextCommands(PLAIN, {}, { ...installation, installedIn: 'above' })).toEqual(['npx miniapp dev'])
  })

  it('start an unpublished version from where it is, however it was started', () => {
    for (const environment of [{}, { npm_config_user_agent: 'pnpm/12.21.0 npm/? node/v22.11.0 linux x64' }]) {
      expect(nextCommands(PLAIN, environment, CLONE)).toEqual([
        `node ${shellPath(join(CLONE.folder, 'bin', 'miniapp.js'))} dev`,
      ])
      expect(nextCommands(BUILT, environment, CLONE)).toEqual([
        `npm install --no-save --install-links ${shellPath(CLONE.folder)}`,
        'npm run dev',
      ])
    }
  })

  it.each([PUBLISHED, CLONE])('start a project that is installed by its own script: %o', (installation) => {
    for (const built of [true, false])
      expect(nextCommands({ built, installed: true }, {}, installation)).toEqual(['npm run dev'])
  })
})
