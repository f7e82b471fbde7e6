/** The name under which the app's page counts what it keeps running; no app uses it. */
export const HOLDINGS = '__miniapp_playtest_holdings__'
