/** The reasons with which a developer can close a match. `connection_lost` concerns one player: drop their connection. */
export const CLOSE_REASONS = ['idle', 'expired', 'unavailable'] as const
