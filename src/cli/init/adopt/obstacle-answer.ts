import type { Obstacle } from '../../../adopt/obstacles/obstacles.js'
import { MAX_FILE_BYTES, MAX_FILES, MAX_UNPACKED_BYTES, MAX_ZIP_BYTES } from '../../../platform/limits.js'
import { safeLine } from '../../../terminal/safe-text.js'
import type { Styles } from '../../../terminal/style.js'
import { formatBytes, formatBytesOver, formatNumber } from '../../../terminal/units.js'
import { placeOf, shortened } from './change-list.js'
import type { PlayVerdict } from './play-verdict.js'

/** What `init --from` answers where a game cannot be a mini app as it is; the shape of its JSON. */
export interface ObstacleAnswer {
  readonly schema: 1
  /** Nothing is. */
  readonly written: false
  readonly from: string
  /** What the game was made with; null where nothing shows it. */
  readonly engine: string | null
  readonly obstacles: readonly ToldObstacle[]
  readonly plays: PlayVerdict
}

export type ToldObstacle = Obstacle & { readonly message: string }

/** Obstacles with what people read of each: one sentence. */
export const toldObstacles = (obstacles: readonly Obstacle[]): readonly ToldObstacle[] =>
  obstacles.map((obstacle) => ({ ...obstacle, message: sentenceOf(obstacle) }))

/** @param from the game's folder as the person gave it */
export const obstacleAnswer = (
  from: string,
  engine: string | null,
  obstacles: readonly Obstacle[],
): ObstacleAnswer => {
  const told = toldObstacles(obstacles)
  const [first] = told
  return {
    schema: 1,
    written: false,
    from,
    engine,
    obstacles: told,
    plays: { plays: 'no', sentence: `It does not work: ${first?.message ?? ''}` },
  }
}

export const obstacleText = (
  { from, engine, obstacles, plays }: ObstacleAnswer,
  { bold, dim, red }: Styles,
): string => {
  const more = obstacles.slice(1)
  const kind = engine === null ? '' : ` ${dim(`(${safeLine(engine)})`)}`
  return [
    `${red('✗')} ${bold(safeLine(from))}${kind} cannot be a mini app as it is. Nothing was written. Add ${bold('--force')} to write it anyway.`,
    ...more.slice(0, SHOWN).map(({ message }) => `  Also: ${safeLine(message)}`),
    ...(more.length > SHOWN
      ? [dim(`  and ${formatNumber(more.length - SHOWN)} more: --format json lists them`)]
      : []),
    '',
    `${red('✗')} ${safeLine(plays.sentence)}`,
    '',
  ].join('\n')
}

/** So many others are enough for a first look. */
const SHOWN = 4

const sentenceOf = (obstacle: Obstacle): string => {
  switch (obstacle.kind) {
    case 'file-too-large': {
      const { file, bytes, unpacked, advice } = obstacle
      const size = formatBytesOver(bytes, MAX_FILE_BYTES)
      return withAdvice(
        `${file} has ${size}${unpacked ? ' unpacked' : ''}, and a file can have at most ${formatBytes(MAX_FILE_BYTES)}`,
        advice,
      )
    }
    case 'too-large':
      return withAdvice(
        `its files total ${formatBytesOver(obstacle.bytes, MAX_UNPACKED_BYTES)}, and a mini app can have at most ${formatBytes(MAX_UNPACKED_BYTES)}`,
        obstacle.advice ?? lessWords(obstacle),
      )
    case 'zip-too-large':
      return withAdvice(
        `its files make a zip of ${formatBytesOver(obstacle.bytes, MAX_ZIP_BYTES)}, and an upload can have at most ${formatBytes(MAX_ZIP_BYTES)}`,
        obstacle.advice ?? lessWords(obstacle),
      )
    case 'too-many-files':
      return `it has ${formatNumber(obstacle.count)} files, and a mini app can have at most ${formatNumber(MAX_FILES)}.`
    case 'threads':
      return withAdvice(
        `${placeOf(obstacle.file, obstacle.line)} needs threads (SharedArrayBuffer), which a sandboxed frame does not get`,
        obstacle.advice,
      )
    case 'build':
      return withAdvice(`${obstacle.file} ${obstacle.words}`, obstacle.advice)
    case 'flash':
      return `${placeOf(obstacle.file, obstacle.line)} shows the Flash movie ${shortened(obstacle.movie)}, which init --from does not convert: use an HTML5 version of the game.`
    case 'framed':
      return `${placeOf(obstacle.file, obstacle.line)} only shows ${shortened(obstacle.url)} in a frame, and a mini app has no network: give the folder of the game itself.`
    case 'server':
      return `${placeOf(obstacle.file, obstacle.line)} connects to a server${obstacle.url === null ? '' : ` (${shortened(obstacle.url)})`} when it starts, and a mini app has no network.`
    case 'remote':
      return `${placeOf(obstacle.file, obstacle.line)} loads ${shortened(obstacle.url)}, and a mini app has no network: ${PORTALS.test(obstacle.url) ? "remove that game portal's SDK and the calls to it" : 'add the file to the folder and load it from there'}.`
  }
}

/** What to do about files that are too large together. */
const lessWords = ({ largest }: Extract<Obstacle, { readonly largest: unknown }>): string => {
  const named = largest.map(({ file, bytes }) => `${file} (${formatBytes(bytes)})`)
  return `make its largest files smaller, or leave them out with --drop: ${named.join(', ')}`
}

/** Portals of games, whose SDKs show ads and are of no use elsewhere. */
const PORTALS =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:poki\.(?:com|io)|crazygames\.com|gamedistribution\.com|gamepix\.com|gamemonetize\.com|y8\.com|html5gameportal\.com|yandex\.\w+|eponesh\.com)\//i

/** One sentence, with what to do behind a colon. */
const withAdvice = (words: string, advice: string | null): string =>
  advice === null ? `${words}.` : `${words}: ${advice}.`
