/**
 * What a host can offer (2.2 `requires`, 2.4, 2.5 `features`), and what every host has.
 */

/** The on-device AI capabilities (2.4). */
export const CAPABILITIES = ['ai.image', 'ai.audio', 'ai.assistant'] as const
export type Capability = (typeof CAPABILITIES)[number]

/** The tools that `ai.assistant` may declare (2.4). */
export const ASSISTANT_TOOLS = ['web_search'] as const
export type AssistantTool = (typeof ASSISTANT_TOOLS)[number]

/** The states of a capability (3.4). */
export const CAPABILITY_STATES = ['ready', 'needs_download', 'unavailable'] as const
export type CapabilityState = (typeof CAPABILITY_STATES)[number]

/** The names that `getContext().features` may hold (2.5). */
export const CONTEXT_FEATURES = [
  'pay',
  'share',
  'pickImage',
  'pickVideo',
  'db',
  'nickname',
  'multiplayer',
  ...CAPABILITIES,
] as const
export type ContextFeature = (typeof CONTEXT_FEATURES)[number]

/** The names that a manifest's `requires` may hold (2.2). */
export const REQUIRABLE_FEATURES = [...CONTEXT_FEATURES, 'storage', 'purchases'] as const
export type RequirableFeature = (typeof REQUIRABLE_FEATURES)[number]

/** Whether a value is a name that `requires` may hold (2.2). */
export const isRequirable = (value: unknown): value is RequirableFeature =>
  REQUIRABLE_FEATURES.some((feature) => feature === value)

/** The platforms that the context can name (2.5). */
export const PLATFORMS = ['web', 'ios', 'android'] as const
export type Platform = (typeof PLATFORMS)[number]

/** The themes that the context can name (2.5). */
export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
