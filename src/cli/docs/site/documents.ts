/** A page of the site that is written by hand: a README file, or some sections of one. */
export interface Document {
  /** The name of its file, without `.html`. */
  readonly name: string
  readonly title: string
  readonly summary: string
  /** From the top of the package. */
  readonly file: string
  /** The headings of the sections that it shows; all where there are none. */
  readonly sections?: readonly string[]
}

/** The written pages, by the heading in the menu. */
export const DOCUMENTS: Readonly<Record<string, readonly Document[]>> = {
  'Get started': [
    {
      name: 'start',
      title: 'Your first app',
      summary: 'Install the command, and make, play, check and pack an app in five minutes.',
      file: 'README.md',
      sections: ['Install', 'Your first app in five minutes'],
    },
    {
      name: 'converting',
      title: 'Converting a game',
      summary: 'Turn a game you have into a mini app: what is changed, and which engines work.',
      file: 'src/adopt/README.md',
    },
    {
      name: 'commands',
      title: 'Commands',
      summary: 'Every command, what it prints, and its exit codes.',
      file: 'README.md',
      sections: ['Commands'],
    },
    {
      name: 'ci',
      title: 'CI',
      summary: 'Check, test and pack on every push, with annotations and an action.',
      file: 'README.md',
      sections: ['CI'],
    },
    {
      name: 'troubleshooting',
      title: 'Troubleshooting',
      summary: 'Symptoms and their solutions.',
      file: 'README.md',
      sections: ['Troubleshooting'],
    },
  ],
  Guides: [
    {
      name: 'simulator',
      title: 'Simulator',
      summary: 'Panels, phones, seats, switches, faults, AI answers, logs and the control API.',
      file: 'src/simulator/README.md',
    },
    {
      name: 'testing',
      title: 'Your own tests',
      summary: 'Run the simulator in your tests with miniapp/testing.',
      file: 'src/testing/README.md',
    },
    {
      name: 'browser-tests',
      title: 'Testing with browsers',
      summary: 'What miniapp test plays, and its reports.',
      file: 'src/playtest/README.md',
    },
    {
      name: 'bundlers',
      title: 'Bundlers',
      summary: 'The Vite plugin, esbuild, Rollup and others.',
      file: 'src/vite/README.md',
    },
    {
      name: 'shim',
      title: 'Browser shim',
      summary: 'localStorage, gamepads and dialogs for games that need them.',
      file: 'src/shim/README.md',
    },
    {
      name: 'publishing',
      title: 'Publishing',
      summary: 'Sign in, post, upload and read, on your machine and in CI.',
      file: 'src/publish/README.md',
    },
    {
      name: 'service',
      title: 'Local service',
      summary: 'Register, upload, review and sell an app without an account.',
      file: 'src/service/README.md',
    },
    {
      name: 'service-control',
      title: "The service's control API",
      summary: 'Everything that the pages of the local service do, from scripts.',
      file: 'src/service/control/README.md',
    },
    {
      name: 'agents',
      title: 'Coding agents',
      summary: 'miniapp mcp serves an app to a coding agent.',
      file: 'src/mcp/README.md',
    },
    {
      name: 'library',
      title: 'Library',
      summary: 'Check and pack from your own scripts.',
      file: 'README.md',
      sections: ['Library'],
    },
    {
      name: 'settings',
      title: 'Settings and files',
      summary: 'Environment variables, and where files are kept.',
      file: 'src/cli/README.md',
    },
  ],
}
