/** The name under which the app's page has its clockwork; no app uses it. */
export const CLOCKWORK = '__miniapp_playtest_clockwork__'

/** The name under which the app's page counts what it keeps running; no app uses it. */
export const HOLDINGS = '__miniapp_playtest_holdings__'

/** The name under which the app's page records its long frames; no app uses it. */
export const LONG_FRAMES = '__miniapp_playtest_long_frames__'

/** The name under which the app's page has the browser's own functions; no app uses it. */
export const NATIVES = '__miniapp_playtest_natives__'

/** The name under which the app's page records what JSON leaves nothing of; no app uses it. */
export const EMPTIED = '__miniapp_playtest_emptied__'
