/** The browser engines that `miniapp test` can drive. */
export const ENGINES = ['chromium', 'firefox', 'webkit'] as const

export type Engine = (typeof ENGINES)[number]

/** How a person finds, installs and names the program of an engine. */
export interface EngineText {
  /** The programs that serve as this engine, for a sentence. */
  readonly programs: string
  /** The environment variable that names the program. */
  readonly variable: string
  /** What is in the variable, for a sentence. */
  readonly program: string
  /** How to install it on a system; one imperative sentence. */
  readonly install: (platform: NodeJS.Platform) => string
}

export const ENGINE_TEXTS: Readonly<Record<Engine, EngineText>> = {
  chromium: {
    programs: 'Chrome, Chromium or Edge',
    variable: 'CHROME_PATH',
    program: 'the executable of Chrome, Chromium or Edge',
    install: () => 'Install one, or set CHROME_PATH to its executable.',
  },
  firefox: {
    programs: 'Firefox',
    variable: 'FIREFOX_PATH',
    program: 'the executable of Firefox',
    install: (platform) =>
      platform === 'linux'
        ? 'Install it (on Debian the package firefox-esr, elsewhere firefox), or set FIREFOX_PATH to its executable.'
        : 'Install it, or set FIREFOX_PATH to its executable.',
  },
  webkit: {
    programs: "WebKit's WebDriver",
    variable: 'WEBKIT_DRIVER_PATH',
    program: 'the executable of WebKitWebDriver or safaridriver',
    install: (platform) => {
      if (platform === 'darwin') return 'Run safaridriver --enable once.'
      if (platform === 'win32') return 'Test in WebKit on macOS or Linux: there is none for Windows.'
      return 'Install it (on Debian the package webkit2gtk-driver), or set WEBKIT_DRIVER_PATH to WebKitWebDriver.'
    },
  },
}
