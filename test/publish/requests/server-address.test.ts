import { describe, expect, it } from 'vitest'
import { readBaseUrl } from '../../../src/publish/requests/server-address.js'

describe('the base address of a service', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    [' https://API.example.com:443/x/ ', 'https://api.example.com/x'],
    ['http://localhost:4747/', 'http://localhost:4747'],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
    ['http://[::1]:1', 'http://[::1]:1'],
  ])('%j is %s', (given, expected) => {
    expect(readBaseUrl(given)).toBe(expected)
  })

  it.each([
    ['api.example.com', 'is not a valid service URL'],
    ['ftp://example.com', 'is not a valid service URL'],
    ['javascript:alert(1)', 'is not a valid service URL'],
    ['', 'is not a valid service URL'],
    ['http://api.example.com', 'unencrypted'],
    ['http://localhost.evil.test', 'unencrypted'],
    ['http://127.0.0.2', 'unencrypted'],
    ['http://10.0.0.1', 'unencrypted'],
    ['https://user:secret@api.example.com', 'a user name'],
    ['https://api.example.com?x', 'a query'],
    ['https://api.example.com#x', 'a fragment'],
  ])('%j is refused as a usage error', (given, words) => {
    expect(() => readBaseUrl(given)).toThrow(
      expect.objectContaining({ kind: 'usage', message: expect.stringContaining(words) }),
    )
  })
})
