import type { LIFECYCLE_CALLS } from '../../platform/calls/lifecycle.js'
import type { Handlers } from './call.js'
import { contextCapabilities, contextFeatures } from './features.js'

/** `ready`, `getContext` and `close` (2.5, 4.2). */
export const LIFECYCLE = {
  ready: (_params, call) => {
    call.session.showApp()
    return {}
  },

  getContext: (_params, { session: { app, seat, has, run }, switches }) => ({
    app_user_id: seat.appUserId,
    platform: switches.platform,
    locale: switches.locale,
    theme: switches.theme,
    version: app.version,
    test_mode: run.testMode,
    access: { type: app.access.type, active: true },
    // Older phone apps have neither (2.5, 9).
    ...(switches.hostVersion === 'old'
      ? {}
      : {
          features: contextFeatures(app, has, switches),
          capabilities: contextCapabilities(app, has, switches),
        }),
  }),

  close: (_params, call) => {
    call.session.closeApp()
    return {}
  },
} as const satisfies Handlers<keyof typeof LIFECYCLE_CALLS, never>
