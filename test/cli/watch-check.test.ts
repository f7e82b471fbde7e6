import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Checked } from '../../src/cli/checked.js'
import type { CommandContext } from '../../src/cli/context.js'
import { watchCheck } from '../../src/cli/watch-check.js'
import { Failure } from '../../src/failure.js'
import { styles } from '../../src/terminal/style.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const checked = (path: string, ok: boolean): Checked => ({
  result: {
    schema: 1,
    path,
    kind: 'folder',
    ok,
    review: ok ? 'automatic' : 'refused',
    runs: true,
    app: null,
    problems: [],
    totals: { files: 1, bytes: 1, zipBytes: null },
  },
  text: `${path} ${ok ? 'good' : 'bad'}\n`,
})

const GONE = new Failure('usage', 'There is no manifest.json.', 'Make one.')

/** Starts watching the folders a and b, with results and changes controlled by the test. */
const start = async (
  options: { readonly format?: 'text' | 'json'; readonly terminal?: boolean; readonly paths?: string[] } = {},
) => {
  const cwd = await temporaryFolder()
  for (const name of ['a', 'b']) {
    await mkdir(join(cwd, name))
    await writeFile(join(cwd, name, 'manifest.json'), '{}')
  }
  const interruption = new AbortController()
  const answers = new Map<string, Checked | Error>()
  const changes = new Map<string, () => void>()
  const outs: string[] = []
  let closed = 0
  let lookAgain = (): void => {}
  let onOut = (): void => {}
  let onLook = (): void => {}
  let waiting = (): void => {}
  const context: CommandContext = {
    cwd,
    environment: {},
    stdin: process.stdin,
    out: (text) => {
      outs.push(text)
      onLook = () => {}
      onOut()
    },
    note: () => {},
    noteFailure: () => {},
    outStyles: styles(false),
    noteStyles: styles(false),
    interactive: false,
    outIsTerminal: options.terminal ?? false,
    columns: 80,
    noteColumns: Number.POSITIVE_INFINITY,
    interrupted: interruption.signal,
    openBrowser: async () => false,
    setExitCode: () => {},
  }
  const nextOut = (): Promise<void> =>
    new Promise((resolve) => {
      onOut = resolve
    })
  const first = nextOut()
  const ended = watchCheck(
    {
      paths: options.paths ?? ['a'],
      format: options.format ?? 'text',
      checkPath: async (path) => {
        onLook()
        const answer = answers.get(path) ?? checked(path, true)
        if (answer instanceof Error) throw answer
        return answer
      },
      afterMoment: (fire) => {
        lookAgain = fire
        waiting()
        return () => {}
      },
      watch: (path, _kind, onChange) => {
        changes.set(path.slice(cwd.length + 1), () => onChange([]))
        return {
          ready: Promise.resolve(),
          close: async () => {
            closed += 1
          },
        }
      },
    },
    context,
  )
  await Promise.race([first, ended])
  return {
    cwd,
    /** Resolves once it waits for a path that is gone. */
    waiting: (): Promise<void> =>
      new Promise((resolve) => {
        waiting = resolve
      }),
    lookAgain: async (): Promise<void> => {
      const printed = nextOut()
      lookAgain()
      await printed
    },
    outs,
    ended,
    closed: () => closed,
    interrupt: () => interruption.abort(new Failure('interrupted', 'Interrupted.')),
    change: (path: string): void => changes.get(path)?.(),
    /** @param look called whenever the path is checked, until the next report */
    save: async (path: string, answer: Checked | Error, look = (): void => {}): Promise<void> => {
      answers.set(path, answer)
      onLook = look
      const printed = nextOut()
      changes.get(path)?.()
      await printed
    },
  }
}

describe('check --watch', () => {
  it('reports all paths again after one changes, and only clears a terminal', async () => {
    const plain = await start({ paths: ['a', 'b'] })
    await plain.save('b', checked('b', false))
    expect(plain.outs).toEqual(['a good\n\nb good\n', 'a good\n\nb bad\n'])
    plain.interrupt()
    await expect(plain.ended).rejects.toMatchObject({ kind: 'interrupted' })
    const terminal = await start({ terminal: true })
    expect(terminal.outs).toEqual(['\u001b[2J\u001b[3J\u001b[Ha good\n'])
    terminal.interrupt()
    await expect(terminal.ended).rejects.toMatchObject({ kind: 'interrupted' })
  })

  it('skips states that changed during the check, unless changes never stop', async () => {
    const watching = await start()
    const told = watching.outs.length
    let looks = 0
    await watching.save('a', checked('a', false), () => {
      looks += 1
      if (looks <= 3) watching.change('a')
    })
    expect([looks, watching.outs.slice(told)]).toEqual([4, ['a bad\n']])
    await watching.save('a', checked('a', true), () => {
      looks += 1
      watching.change('a')
    })
    expect([looks, watching.outs[told + 1]]).toEqual([4 + 6, 'a good\n'])
    watching.interrupt()
    await expect(watching.ended).rejects.toMatchObject({ kind: 'interrupted' })
  })

  it('reports a deleted bundle, and continues when it is back', async () => {
    const watching = await start()
    await watching.save('a', GONE)
    await watching.save('a', checked('a', true))
    expect(watching.outs).toEqual(['a good\n', 'error There is no manifest.json.\nMake one.\n', 'a good\n'])
    watching.interrupt()
    await expect(watching.ended).rejects.toMatchObject({ kind: 'interrupted' })
  })

  it('watches a folder again after it was deleted and recreated', async () => {
    const watching = await start()
    const waiting = watching.waiting()
    await rm(join(watching.cwd, 'a'), { recursive: true })
    await watching.save('a', GONE)
    await waiting
    await mkdir(join(watching.cwd, 'a'))
    await writeFile(join(watching.cwd, 'a', 'manifest.json'), '{}')
    await watching.lookAgain()
    expect(watching.closed()).toBe(1)
    await watching.save('a', checked('a', false))
    expect(watching.outs.at(-1)).toBe('a bad\n')
    watching.interrupt()
    await expect(watching.ended).rejects.toMatchObject({ kind: 'interrupted' })
  })

  it('prints one line of JSON for each check, and for what cannot be checked', async () => {
    const watching = await start({ format: 'json', paths: ['a', 'b'] })
    await watching.save('b', checked('b', false))
    await watching.save('b', GONE)
    watching.interrupt()
    await expect(watching.ended).rejects.toMatchObject({ kind: 'interrupted' })
    expect(watching.outs.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true)
    expect(watching.outs.map((line) => JSON.parse(line))).toMatchObject([
      { path: 'a', ok: true },
      { path: 'b', ok: true },
      { path: 'b', ok: false, problems: [] },
      {
        schema: 1,
        path: 'b',
        ok: false,
        failure: { message: 'There is no manifest.json.', remedy: 'Make one.' },
      },
    ])
  })

  it('stops watching on an interruption, and on an unexpected error, which it rethrows', async () => {
    const interrupted = await start({ paths: ['a', 'b'] })
    interrupted.interrupt()
    await expect(interrupted.ended).rejects.toMatchObject({ kind: 'interrupted' })
    expect(interrupted.closed()).toBe(2)
    const broken = await start()
    broken.save('a', new Error('rule broke')).catch(() => {})
    await expect(broken.ended).rejects.toThrow('rule broke')
    expect(broken.closed()).toBe(1)
  })

  it('fails at the start for a path that is not a bundle', async () => {
    await expect(start({ paths: ['nowhere'] })).rejects.toMatchObject({ kind: 'usage' })
  })
})
