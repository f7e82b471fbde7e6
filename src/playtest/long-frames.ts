/** The name under which the app's page records its long frames; no app uses it. */
export const LONG_FRAMES = '__miniapp_playtest_long_frames__'
