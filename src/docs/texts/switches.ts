import type { Switches } from '../../host/control/switches.js'

interface SwitchText {
  readonly summary: string
  readonly sections: readonly string[]
  /** What each value, or each part, does. */
  readonly values: Readonly<Record<string, string>>
}

/** The values of a switch that has fixed ones; the parts of one that has parts; nothing for free text. */
type ValueOf<Value> = Value extends boolean
  ? 'true' | 'false'
  : Value extends string
    ? string extends Value
      ? 'text'
      : Value
    : keyof Value & string

type SwitchTexts = {
  readonly [Name in keyof Switches]: SwitchText & {
    readonly values: Readonly<Record<ValueOf<Switches[Name]>, string>>
  }
}

const STATES = '`ready`, `needs_download` or `unavailable`.'

/** What the simulator's switches do. The compiler asks for every switch and every value. */
export const SWITCH_TEXTS: SwitchTexts = {
  platform: {
    summary: 'The platform that `getContext` names.',
    sections: ['2.5'],
    values: { web: 'The website. The default.', ios: 'The iPhone app.', android: 'The Android app.' },
  },
  theme: {
    summary: 'The theme of the service. A change sends the event `theme`.',
    sections: ['2.5', '6'],
    values: { light: 'The default.', dark: 'Dark.' },
  },
  locale: {
    summary: 'The language that `getContext` names.',
    sections: ['2.5'],
    values: { text: 'A language tag, such as `pt-BR`. Default: `en`.' },
  },
  visible: {
    summary: 'Whether the person is looking at the service. A change sends the event `visibility`.',
    sections: ['6'],
    values: { true: 'The default.', false: 'The person left for a while.' },
  },
  person: {
    summary: 'Who plays: their age decides which apps open and what their guardian controls.',
    sections: ['5'],
    values: {
      adult: 'The default.',
      '16-17': 'Sees apps up to `16+`.',
      '13-15': 'Sees apps up to `13+`.',
      'under-13': 'Sees apps up to `13+`.',
      'no-birth-date': 'Sees apps up to `13+`.',
      'signed-out': 'Sees apps up to `13+`.',
    },
  },
  guardian: {
    summary: "What a child's guardian allows. Everything is on by default.",
    sections: ['5'],
    values: {
      miniApps: 'All mini apps.',
      thisApp: 'This app.',
      pay: 'Payments; without them `pay` fails as `unavailable`.',
      media: 'Choosing photos and videos.',
      online: 'Playing online.',
      ai: 'Using AI.',
    },
  },
  balance: {
    summary: 'The credits that the person starts with. A change also sets the balance.',
    sections: ['3.2'],
    values: { text: 'Credits with up to three decimals, such as `12.5`. Default: `100`.' },
  },
  payments: {
    summary: 'How payments end after the person taps Pay.',
    sections: ['3.2'],
    values: {
      ok: 'They are paid. The default.',
      pending: 'They are confirmed later, without an event.',
      unavailable: 'They fail as `unavailable`.',
    },
  },
  payouts: {
    summary: 'Whether automatic payouts to the developer succeed.',
    sections: ['3.3'],
    values: { ok: 'The default.', failing: 'An admin has to complete them manually.' },
  },
  pickers: {
    summary: 'Whether photos and videos can be picked.',
    sections: ['4.5'],
    values: { ok: 'The default.', unavailable: 'The calls answer `unavailable`.' },
  },
  share: {
    summary: 'Whether sharing is possible.',
    sections: ['4.4'],
    values: { ok: 'The default.', unavailable: '`share` resolves without a sheet.' },
  },
  ai: {
    summary: 'The state of each AI capability. Everything is `ready` by default.',
    sections: ['3.4', '4.7'],
    values: { 'ai.image': STATES, 'ai.audio': STATES, 'ai.assistant': STATES },
  },
  aiAnswer: {
    summary: 'What AI requests answer.',
    sections: ['4.7'],
    values: { made: 'A stand-in. The default.', blocked: '`blocked`, as for refused content.' },
  },
  aiPace: {
    summary: 'How long AI requests take.',
    sections: ['4.7'],
    values: { fast: 'A moment. The default.', real: 'As long as on a phone.' },
  },
  multiplayer: {
    summary: 'For whom multiplayer is switched on.',
    sections: ['4.8'],
    values: {
      everyone: 'Adults and children. The default.',
      adults: 'Adults only.',
      off: 'Nobody; live matches close as `unavailable`.',
    },
  },
  network: {
    summary: "The seat's connection.",
    sections: ['7'],
    values: {
      offline: 'Phones only: calls that need the service reject with `OFFLINE`.',
      latency: 'Milliseconds added to every message, each way. Default: 0.',
      jitter: 'Milliseconds by which the latency varies. Default: 0.',
      loss: 'The share of match messages that are lost, 0 to 1. Default: 0.',
      seed: 'The seed of jitter and loss. Default: 1.',
      up: '`{ latency, jitter, loss }` of messages from the app, where these differ. Default: none.',
      burst: 'How many messages are lost in a row, on average. Default: 1.',
      stalls: '`{ every, for }` in milliseconds: pauses in which nothing arrives. Default: none.',
    },
  },
  hostVersion: {
    summary: 'How old the phone app around the mini app is.',
    sections: ['9'],
    values: {
      current: 'The default.',
      old: 'No `features` in the context, and newer calls reject with `UNKNOWN_METHOD`.',
    },
  },
  app: {
    summary: "The app's status at the service.",
    sections: ['3.1'],
    values: {
      live: 'The default.',
      blocked: 'Calls reject with `MINI_APP_UNAVAILABLE`.',
      deleted: 'Calls reject with `MINI_APP_DELETED`.',
    },
  },
}
