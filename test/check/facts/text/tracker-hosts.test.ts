import { expect, it } from 'vitest'
import { isTracker } from '../../../../src/check/facts/text/tracker-hosts.js'

it.each([
  'https://www.google-analytics.com/analytics.js',
  '//api.gameanalytics.com/v2/1/events',
  'https://cdp.cloud.unity3d.com/v1/events',
  'https://api.gdevelop-app.com/analytics/session',
  'https://example.com/matomo.js?a',
])('a counter is known by its address: %s', (url) => {
  expect(isTracker(url)).toBe(true)
})

it.each([
  'https://connect.facebook.net/en_US/fbinstant.6.3.js',
  'https://api.gdevelop-app.com/play/game',
  'https://example.com/analytics/level.json',
  'analytics.js',
])('what a game may need is not taken for one: %s', (url) => {
  expect(isTracker(url)).toBe(false)
})
