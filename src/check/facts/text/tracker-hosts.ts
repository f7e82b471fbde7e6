/**
 * The hosts of scripts that count visitors, show ads or share pages: games are published with them, and do not need
 * them to be played.
 */
export const TRACKER_HOSTS =
  /(?:^|\.)(?:googletagmanager\.com|google-analytics\.com|googlesyndication\.com|googleadservices\.com|googletagservices\.com|doubleclick\.net|cloudflareinsights\.com|plausible\.io|hotjar\.com|hotjar\.io|connect\.facebook\.net|platform\.twitter\.com|addthis\.com|addtoany\.com|sharethis\.com|matomo\.cloud|piwik\.pro|innocraft\.cloud|usefathom\.com|simpleanalytics\.com|simpleanalyticscdn\.com|goatcounter\.com|gc\.zgo\.at|umami\.is|clarity\.ms|segment\.com|mxpnl\.com|mixpanel\.com|amplitude\.com|heapanalytics\.com|statcounter\.com|histats\.com|quantserve\.com|scorecardresearch\.com|mc\.yandex\.ru|hm\.baidu\.com|cnzz\.com|51\.la|js-agent\.newrelic\.com|amazon-adsystem\.com|media\.net|buttons\.github\.io|ghbtns\.com|apis\.google\.com|counter\.dev|pirsch\.io|posthog\.com|getclicky\.com|kissmetrics\.com|woopra\.com|crazyegg\.com|luckyorange\.com|mouseflow\.com|fullstory\.com|inspectlet\.com|disqus\.com|vercel-scripts\.com|gameanalytics\.com|uca\.cloud\.unity3d\.com|cdp\.cloud\.unity3d\.com|sentry\.io|sentry-cdn\.com|bugsnag\.com|rollbar\.com|appsflyer\.com|count\.ly|onesignal\.com|smartlook\.com|baidustatic\.com|umeng\.com)$/

/** The scripts that people serve from hosts of their own, and what engines count by theirs. */
const FILES =
  /\/(?:matomo|piwik)\.js(?:[?#]|$)|\/(?:analytics|insights|_vercel\/\w+)\/script\.js(?:[?#]|$)|\/analytics\/session(?:[?#]|$)/

/** What games of a platform start with, though it comes from a host of counters. */
const PLATFORM_SDK = /\/fbinstant[\w.-]*\.js$/

/** Whether an address is that of a counter, an ad or a share button. */
export const isTracker = (url: string): boolean => {
  const read = url.trim().startsWith('//') ? `https:${url.trim()}` : url.trim()
  if (!URL.canParse(read)) return false
  const { hostname, pathname } = new URL(read)
  return (TRACKER_HOSTS.test(hostname) && !PLATFORM_SDK.test(pathname)) || FILES.test(pathname)
}

/** Whether the first address that a message names is that of a counter, an ad or a share button. */
export const namesTracker = (message: string): boolean =>
  isTracker(/\bhttps?:[^\s'"]+/.exec(message)?.[0] ?? '')
