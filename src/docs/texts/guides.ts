export interface GuideText {
  readonly title: string
  readonly summary: string
  readonly text: string
}

/** Whole examples that use several calls together. Each is an example of its name. */
export const GUIDES = {
  'first-screen': {
    title: 'The first screen',
    summary: 'Show something, call `ready`, then read the context and follow the theme.',
    text: 'Everything after `ready` may fail or be late, and the app still starts.',
  },
  'saved-game': {
    title: 'Save a game',
    summary: 'Save after a pause and when the person leaves, well below the write limit.',
    text: 'A change starts a timer; more changes before it fires are saved together.',
  },
  shop: {
    title: 'A shop that survives a crash',
    summary: 'Credit every payment exactly once: pending ones too, and even after a crash.',
    text: 'What is credited is saved together with the coins, in one text, before `consume`. A crash between the two leaves a purchase that is credited and not consumed: the next start only consumes it.',
  },
  'share-canvas': {
    title: 'Share a canvas',
    summary: 'Offer the picture of a canvas and a text for sharing.',
    text: 'Nothing may depend on whether the person shares: the app is not told, and rewards are forbidden.',
  },
  'pick-photo': {
    title: 'Pick a photo',
    summary: 'Let the person pick a photo, and draw it on a canvas.',
    text: 'Keep what you need of the photo yourself: the file is gone when the page is closed.',
  },
  ranking: {
    title: 'A ranking',
    summary: 'Save the best score of each player, and list the best ten.',
    text: 'A record is replaceable, so that a full store evicts the lowest scores first.',
  },
  match: {
    title: 'A match in 30 lines',
    summary: 'Host or join a match, send moves, and handle players who leave.',
    text: 'Open the simulator with two seats to try it: the button Add seat, or `/?seat=2` in a second window. `miniapp test --seats 3 --scenario all` has three people play, lose messages and leave.',
  },
  'compare-states': {
    title: 'Find where players get out of sync',
    summary: 'Post a hash of the state after each turn, and let the simulator compare the players.',
    text: 'Write `miniapp:state <number> <hash>` with `console.debug`. The number is a whole number that counts up during the match; the hash is 1 to 64 visible ASCII characters. Post each number once. The timeline of matches, and `sync` of each match in the control API, show the first number at which players differ, and `miniapp test --seats 3` reports it. On the service this is only a line in the console.',
  },
  'ai-with-fallback': {
    title: 'AI with a fallback',
    summary: 'Draw a picture with AI where it works, and show one of your own elsewhere.',
    text: 'AI works only on some phones, and people can cancel it: the app must be complete without it.',
  },
} as const satisfies Record<string, GuideText>

export type GuideName = keyof typeof GUIDES
