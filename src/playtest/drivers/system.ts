/** The system that a browser runs on. */
export interface BrowserSystem {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
}
