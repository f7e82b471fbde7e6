import { describe, expect, it } from 'vitest'
import { runJq } from '../../src/publish/jq.js'

const { signal } = new AbortController()
const run = (json: string, filter: string, compact = true) => runJq({ json, filter, compact }, signal)

describe('jq', () => {
  it('prints texts as they are and everything else as JSON, with exact numbers', async () => {
    expect(await run('{"a":[{"id":12345678901234567890,"t":"é\\n"}]}', '.a[] | .id, .t, .')).toBe(
      '12345678901234567890\né\n\n{"id":12345678901234567890,"t":"é\\n"}\n',
    )
    expect(await run('[1]', '.', false)).toBe('[\n  1\n]\n')
    expect(await run('[]', '.[]')).toBe('')
  })

  it.each([
    ['.a |', 'syntax error'],
    ['foo', 'foo/0 is not defined'],
    ['.a.b', 'Cannot index'],
  ])('refuses %s', async (filter, reason) => {
    await expect(run('{"a":[]}', filter)).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining(reason),
    })
  })

  it('sees nothing of this process', async () => {
    expect(await run('null', '[env, $ENV] | map(has("PATH") and .PATH != "/") | any')).toBe('false\n')
  })

  it('does not start once it is interrupted', async () => {
    await expect(
      runJq({ json: '1', filter: '.', compact: true }, AbortSignal.abort(new Error('Interrupted.'))),
    ).rejects.toThrow('Interrupted.')
  })
})
