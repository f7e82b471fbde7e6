import type { AppFailure } from '../../messages.js'
import { IconButton } from '../controls/button.js'
import { Icon } from '../controls/icon.js'
import { PlaceLink } from '../controls/place-link.js'
import { ScrollArea } from '../controls/scroll-area.js'

const TITLES = {
  build: 'The build failed',
  start: 'The app threw an error while it started',
} as const satisfies Record<AppFailure['of'], string>

/** What follows, where the app was built before or runs, and where there is none yet. */
const AFTERWARDS = {
  build: 'The app behind this is from the last build that worked. Fix and save the file to build it again.',
  start: 'Fix and save the file, and the app opens again.',
} as const satisfies Record<AppFailure['of'], string>

const NEVER_BUILT = 'Fix and save the file, and the app opens.'

export interface FailureCardProps {
  readonly failure: AppFailure
  /** Whether there is an app below. */
  readonly hasApp: boolean
  readonly onDismiss: () => void
}

/** Over the app: what the developer has to fix, with the place and the lines around it. */
export const FailureCard = ({ failure, hasApp, onDismiss }: FailureCardProps) => {
  const { file, line, column } = failure
  return (
    <div class="app-failure stack" role="alert">
      <div class="diagnosis-head line">
        <Icon name="alert" />
        <h2>{TITLES[failure.of]}</h2>
        <IconButton icon="close" label="Hide" onClick={onDismiss} />
      </div>
      <p class="app-failure-message mono">{failure.message}</p>
      {file !== null && (
        <p>
          <PlaceLink
            place={{ file, line, column }}
            text={[file, line, column].filter((part) => part !== null).join(':')}
          />
        </p>
      )}
      {failure.excerpt.length > 0 && (
        <ScrollArea label={`${file}, around line ${line}`} className="app-failure-code">
          <pre>
            {failure.excerpt.map((one) => (
              <span key={one.line} data-failed={one.line === line ? 'true' : undefined}>
                <span class="app-failure-line">{`${one.line === line ? '>' : ' '} ${one.line}`}</span>
                {`${one.text}\n`}
              </span>
            ))}
          </pre>
        </ScrollArea>
      )}
      {failure.advice !== '' && <p>{failure.advice}</p>}
      <p class="muted">{hasApp ? AFTERWARDS[failure.of] : NEVER_BUILT}</p>
    </div>
  )
}
