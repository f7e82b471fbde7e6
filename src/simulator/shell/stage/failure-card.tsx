import type { AppFailure } from '../../messages.js'
import { IconButton } from '../controls/button.js'
import { Icon } from '../controls/icon.js'
import { PlaceLink } from '../controls/place-link.js'
import { ScrollArea } from '../controls/scroll-area.js'

const TITLES = {
  build: 'The build failed',
  start: 'The app threw an error while it started',
} as const satisfies Record<AppFailure['of'], string>

const AFTERWARDS = {
  build: 'The app below is the last one that was built. Fix and save the file, and this goes away.',
  start: 'Fix and save the file, and the app opens again.',
} as const satisfies Record<AppFailure['of'], string>

export interface FailureCardProps {
  readonly failure: AppFailure
  readonly onDismiss: () => void
}

/** Over the app: what the developer has to fix, with the place and the lines around it. */
export const FailureCard = ({ failure, onDismiss }: FailureCardProps) => {
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
      <p class="muted">{AFTERWARDS[failure.of]}</p>
    </div>
  )
}
