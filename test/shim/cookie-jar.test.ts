import { describe, expect, it } from 'vitest'
import { createCookieJar } from '../../src/shim/parts/cookie-jar.js'
import { createItems } from '../../src/shim/parts/items.js'

const jarAt = (start: number) => {
  const clock = { now: start }
  return {
    clock,
    jar: createCookieJar(
      createItems(() => {}),
      () => clock.now,
    ),
  }
}

const NOW = Date.parse('2026-05-01T00:00:00Z')

describe('cookies', () => {
  it.each([
    [['a=1'], 'a=1'],
    [['a=1', 'b=2', 'a=3'], 'a=3; b=2'],
    [['  a = 1 ; path=/; domain=.example.com; Secure; SameSite=Lax'], 'a=1'],
    [['a=x=y'], 'a=x=y'],
    [['alone'], 'alone'],
    [['=alone'], 'alone'],
    [['a='], 'a='],
    [['', ';path=/'], ''],
    [['a=1', 'a=; expires=Thu, 01 Jan 1970 00:00:00 GMT'], ''],
    [['a=1', 'a=1; max-age=0'], ''],
    [['a=1', 'a=1; Max-Age=-5'], ''],
    [['a=1; expires=Thu, 01 Jan 1970 00:00:00 GMT; max-age=60'], 'a=1'],
    [['a=1; expires=no date'], 'a=1'],
    [['a=1; max-age=soon'], 'a=1'],
    [['a="q"; expires=Fri, 31 Dec 2100 23:59:59 GMT'], 'a="q"'],
    [[`a=${'x'.repeat(4_096)}`], ''],
    [['a=1\u0000', 'b=1\n'], ''],
    [['ä=ö'], 'ä=ö'],
  ])('%j are %j', (written, read) => {
    const { jar } = jarAt(NOW)
    for (const cookie of written) jar.write(cookie)
    expect(jar.read()).toBe(read)
  })

  it('expire', () => {
    const { clock, jar } = jarAt(NOW)
    jar.write('soon=1; max-age=60')
    jar.write(`later=2; expires=${new Date(NOW + 120_000).toUTCString()}`)
    jar.write('always=3')
    expect(jar.read()).toBe('soon=1; later=2; always=3')
    clock.now += 60_000
    expect(jar.read()).toBe('later=2; always=3')
    clock.now += 60_000
    expect(jar.read()).toBe('always=3')
  })
})
