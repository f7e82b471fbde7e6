import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { appIdFlaw, collectAnswers, displayPath, nameFlaw } from '../../../src/cli/init/answers.js'
import type { Prompts } from '../../../src/cli/prompts.js'
import { Failure } from '../../../src/failure.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

/** A person who answers what is asked in turn; an empty answer takes the fallback. */
const person = (...answers: string[]): Prompts & { readonly questions: string[] } => {
  const questions: string[] = []
  return {
    questions,
    begin: () => undefined,
    text: async ({ message, fallback, flaw }) => {
      questions.push(`${message} [${fallback}]`)
      const answer = answers.shift() ?? ''
      if (answer !== '' && flaw(answer) !== undefined) throw new Error(`${answer}: ${flaw(answer)}`)
      return answer === '' ? fallback : answer
    },
    confirm: async (message) => {
      questions.push(message)
      return answers.shift() !== 'no'
    },
    choice: async ({ message, options }) => {
      questions.push(message)
      const answer = answers.shift()
      const option = options.find(({ value }) => value === answer)
      if (option === undefined) throw new Error(`${answer} is not offered`)
      return option.value
    },
  }
}

describe('the answers that init needs', () => {
  it('come from flags without a terminal', async () => {
    const cwd = await temporaryFolder()
    const flags = { template: 'arcade', name: 'Cats!', appId: 'ma_abcdefghij' }
    expect(await collectAnswers('cats', flags, cwd, null)).toEqual({
      folder: join(cwd, 'cats'),
      template: 'arcade',
      react: false,
      name: 'Cats!',
      appId: 'ma_abcdefghij',
    })
  })

  it('take React only for the template vite', async () => {
    const cwd = await temporaryFolder()
    const chosen = async (flags: object, prompts: Prompts | null = null) => {
      const { template, react } = await collectAnswers(
        'x',
        { name: 'Ink', appId: 'ma_abcdefghij', ...flags },
        cwd,
        prompts,
      )
      return { template, react }
    }
    expect(await chosen({ template: 'vite', react: true })).toEqual({ template: 'vite', react: true })
    expect(await chosen({ react: true })).toEqual({ template: 'vite', react: true })
    expect(await chosen({ template: 'vite' })).toEqual({ template: 'vite', react: false })
    expect(await chosen({}, person('vite', 'react'))).toEqual({ template: 'vite', react: true })
    expect(await chosen({}, person('vite', 'none'))).toEqual({ template: 'vite', react: false })
    await expect(chosen({ template: 'blank', react: true })).rejects.toThrow('--react needs --template vite.')
  })

  it('are made from the folder where no flag says otherwise', async () => {
    const cwd = await temporaryFolder()
    expect(await collectAnswers('space-cats', { template: 'blank' }, cwd, null)).toMatchObject({
      name: 'Space cats',
      appId: null,
    })
    await mkdir(join(cwd, 'here'))
    expect(await collectAnswers('.', { template: 'blank' }, join(cwd, 'here'), null)).toMatchObject({
      folder: join(cwd, 'here'),
      name: 'Here',
    })
  })

  it.each([
    [undefined, { template: 'blank' }, 'Missing folder.', /miniapp init my-game/],
    ['x', {}, 'Missing template.', /--template with one of arcade, versus, studio, blank/],
    ['x', { template: 'arcdae' }, 'There is no template "arcdae".', /Did you mean arcade\?/],
    ['x', { template: 'react' }, 'There is no template "react".', /Did you mean --template vite --react\?/],
    [
      'x',
      { template: 'constructor' },
      'There is no template "constructor".',
      /arcade, versus, studio, blank/,
    ],
    ['x', { template: 'blank', name: 'A' }, '--name "A" is not valid.', /2 to 30 characters/],
    ['x', { template: 'blank', appId: 'ma_ABC' }, '--app-id "ma_ABC" is not valid.', /ma_/],
  ])('are missed with a usage error: %j %j', async (folder, flags, message, remedy) => {
    const failure = await collectAnswers(folder, flags, await temporaryFolder(), null).catch((error) => error)
    expect(failure).toBeInstanceOf(Failure)
    expect(failure).toMatchObject({ kind: 'usage', message, remedy: expect.stringMatching(remedy) })
  })

  it('are asked for on a terminal, each with what an empty answer means', async () => {
    const prompts = person('cats', 'arcade', 'Cats!', 'ma_abcdefghij')
    const cwd = await temporaryFolder()
    expect(await collectAnswers(undefined, {}, cwd, prompts)).toEqual({
      folder: join(cwd, 'cats'),
      template: 'arcade',
      react: false,
      name: 'Cats!',
      appId: 'ma_abcdefghij',
    })
    expect(prompts.questions).toEqual([
      'Folder [my-mini-app]',
      'Template',
      'Name [Cats]',
      'App ID (leave empty if not registered yet) [none yet]',
    ])
  })

  it('are not asked for where flags give them', async () => {
    const prompts = person('')
    const flags = { template: 'blank', name: 'Cats!' }
    expect(await collectAnswers('x', flags, await temporaryFolder(), prompts)).toMatchObject({ appId: null })
    expect(prompts.questions).toEqual(['App ID (leave empty if not registered yet) [none yet]'])
  })

  it('stop without a terminal at a folder that is not empty, and go on with --force', async () => {
    const cwd = await folderWithFiles()
    await expect(collectAnswers('.', { template: 'blank' }, cwd, null)).rejects.toThrow(
      /^This folder is not empty:\n {2}index\.html\n {2}notes\.txt$/,
    )
    expect(await collectAnswers('.', { template: 'blank', force: true }, cwd, null)).toMatchObject({
      folder: cwd,
    })
  })

  it('ask on a terminal about a folder that is not empty, before anything else', async () => {
    const cwd = await folderWithFiles()
    const flags = { template: 'blank', name: 'Cats!', appId: 'ma_abcdefghij' }
    const here = person('here')
    expect(await collectAnswers('.', flags, cwd, here)).toMatchObject({ folder: cwd })
    expect(here.questions).toEqual(['This folder is not empty. Where should the app go?'])
    const elsewhere = person('other', 'cats')
    expect(await collectAnswers('.', flags, cwd, elsewhere)).toMatchObject({ folder: join(cwd, 'cats') })
    expect(elsewhere.questions).toEqual([
      'This folder is not empty. Where should the app go?',
      'Folder [my-mini-app]',
    ])
  })

  it('are all defaults with --yes', async () => {
    const cwd = await temporaryFolder()
    expect(await collectAnswers(undefined, { yes: true }, cwd, null)).toEqual({
      folder: join(cwd, 'my-mini-app'),
      template: 'arcade',
      react: false,
      name: 'My mini app',
      appId: null,
    })
  })
})

const folderWithFiles = async (): Promise<string> => {
  const folder = await temporaryFolder()
  for (const name of ['index.html', 'notes.txt', '.gitignore']) await writeFile(join(folder, name), '')
  return folder
}

describe('what is said of an answer as it is typed', () => {
  it('2.2: a name has 2 to 30 characters on one line, without outer spaces', () => {
    expect(nameFlaw('Cats & "dogs" <3 🎈')).toBeUndefined()
    for (const name of ['x', 'x'.repeat(31), ' padded', 'two\nlines', 'bell\u0007'])
      expect(nameFlaw(name)).toMatch(/^It must be .*2 to 30 characters.*\.$/)
  })

  it('2.1: an App ID is ma_ and ten of a-z and 2-7', () => {
    expect(appIdFlaw('ma_abcdefg234')).toBeUndefined()
    for (const id of ['ma_', 'ma_abcdefghi1', 'ma_ABCDEFGHIJ', 'ma_abcdefghijk', 'abcdefghij'])
      expect(appIdFlaw(id)).toMatch(/^It must be /)
  })
})

describe('a path as a person would write it', () => {
  it('is relative below where they are, and absolute elsewhere', async () => {
    expect(displayPath('/a/b', '/a')).toBe('b')
    expect(displayPath('/a', '/a')).toBe('.')
    expect(displayPath('/c', '/a')).toBe('/c')
    expect(displayPath('/a/..b', '/a')).toBe('..b')
  })
})
