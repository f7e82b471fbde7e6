import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, PERMISSIONS_POLICY } from '../../src/platform/csp.js'

describe('2.10: served headers', () => {
  it('2.10: the policy has exactly the directives and values of the table', () => {
    const base = 'http://localhost:9999/ma_abcdefghij/1.0.0/'
    const directives = new Map(
      contentSecurityPolicy(base)
        .split('; ')
        .map((directive) => {
          const [name = '', ...values] = directive.split(' ')
          return [name, values.join(' ')] as const
        }),
    )
    expect(Object.fromEntries(directives)).toEqual({
      sandbox: 'allow-scripts allow-forms',
      'default-src': "'none'",
      'script-src': `${base} 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'`,
      'style-src': `${base} 'unsafe-inline'`,
      'img-src': `${base} data: blob:`,
      'media-src': `${base} data: blob:`,
      'font-src': `${base} data:`,
      'connect-src': `${base} data: blob:`,
      'worker-src': 'blob:',
      'frame-src': "'none'",
      'child-src': "'none'",
      'object-src': "'none'",
      'manifest-src': "'none'",
      'form-action': "'none'",
      'base-uri': "'none'",
    })
  })

  it.each([
    'camera',
    'microphone',
    'geolocation',
    'clipboard-read',
    'clipboard-write',
    'fullscreen',
    'screen-wake-lock',
    'accelerometer',
    'gyroscope',
    'magnetometer',
  ])('2.10: Permissions-Policy denies %s to everyone', (feature) => {
    expect(PERMISSIONS_POLICY.split(', ')).toContain(`${feature}=()`)
  })
})
