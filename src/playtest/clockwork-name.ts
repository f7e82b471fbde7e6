/** The name under which the app's page has its clockwork; no app uses it. */
export const CLOCKWORK = '__miniapp_playtest_clockwork__'
