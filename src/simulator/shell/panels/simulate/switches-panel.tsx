import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Button } from '../../controls/button.js'
import { into, SettingRow } from '../../controls/form.js'
import { ScrollArea } from '../../controls/scroll-area.js'
import { Segmented } from '../../controls/segmented.js'
import { useAction } from '../../controls/use-action.js'
import { WithSections } from '../../docs/with-sections.js'
import type { ShellParts } from '../../parts.js'
import { SeatChooser } from '../seat-chooser.js'
import { useRefreshed } from '../use-refreshed.js'
import type { SwitchDescription } from './switch-descriptions.js'
import { AI_GROUP, NETWORK_GROUP, SWITCH_GROUPS } from './switch-descriptions.js'
import { changedSwitches, resetSwitches, type SwitchTarget, switchTarget } from './switch-target.js'

export type SwitchesPanelProps = Pick<ShellParts, 'seats' | 'log' | 'control'>

/** The user, the device and the state of the service. */
export const SwitchesPanel = ({ seats, log, control }: SwitchesPanelProps) => {
  const target = switchTarget(seats)
  return (
    <ScrollArea className="scroll-panel" label="All switches">
      <SeatChooser
        seats={seats}
        everyone={{
          chosen: seats.everyone.value,
          choose: into(seats.everyone),
        }}
      />
      {SWITCH_GROUPS.map((group) => (
        <section key={group.label} class="switch-group" aria-label={group.label}>
          <h2>{group.label}</h2>
          {group.switches.map((description) => (
            <SwitchRow
              key={`${seats.chosen.value.number} ${description.label}`}
              description={description}
              target={target}
            />
          ))}
          {group.label === NETWORK_GROUP && <FreezeRow seats={seats} control={control} />}
          {group.label === AI_GROUP && <AiScript log={log} control={control} />}
        </section>
      ))}
      <p>
        <Button disabled={changedSwitches(target).length === 0} onClick={() => resetSwitches(target)}>
          Reset to defaults
        </Button>
      </p>
    </ScrollArea>
  )
}

const DIFFERS = 'The seats differ'

interface SwitchRowProps {
  readonly description: SwitchDescription
  readonly target: SwitchTarget
}

const SwitchRow = ({ description, target }: SwitchRowProps) => {
  const id = useId()
  const { switches } = target
  const mixed = target.mixed(description)
  const hint = mixed ? (
    <span class="muted small">{DIFFERS}</span>
  ) : description.hint === undefined || description.hint === '' ? null : (
    <span class="muted small">
      {/* A link inside the label of a switch would be part of its name. */}
      {description.kind === 'choice' ? <WithSections text={description.hint} /> : description.hint}
    </span>
  )
  switch (description.kind) {
    case 'choice':
      return (
        <SettingRow label={description.label} hint={hint}>
          <Segmented
            label={description.label}
            value={mixed ? '' : description.read(switches)}
            choices={description.values}
            onChange={(value) => target.set(description.change(value))}
          />
        </SettingRow>
      )
    case 'toggle':
      return (
        <SettingRow label={description.label} hint={hint} for={id}>
          <input
            id={id}
            type="checkbox"
            role="switch"
            aria-checked={description.read(switches)}
            class="toggle"
            checked={description.read(switches)}
            onChange={(event) => target.set(description.change(event.currentTarget.checked))}
          />
        </SettingRow>
      )
    case 'text':
      return <TextSwitch description={description} target={target} />
  }
}

const TextSwitch = ({
  description,
  target,
}: SwitchRowProps & { readonly description: Extract<SwitchDescription, { kind: 'text' }> }) => {
  const id = useId()
  const mixed = target.mixed(description)
  const problem = useSignal<string | null>(null)
  return (
    <SettingRow
      label={description.label}
      hint={
        <span
          class={problem.value === null ? 'muted small' : 'failure small'}
          id={`${id}-hint`}
          aria-live="polite"
        >
          {problem.value ?? (mixed ? DIFFERS : description.hint)}
        </span>
      }
      for={id}
    >
      <input
        id={id}
        name={description.label}
        type="text"
        class="text-input"
        list={`${id}-list`}
        value={mixed ? '' : description.read(target.switches)}
        spellcheck={false}
        autocomplete="off"
        aria-describedby={`${id}-hint`}
        aria-invalid={problem.value !== null}
        onChange={(event) => {
          const value = event.currentTarget.value.trim()
          problem.value = description.problem(value)
          if (problem.value === null) target.set(description.change(value))
        }}
      />
      <datalist id={`${id}-list`}>
        {description.suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </SettingRow>
  )
}

/** How long a network is frozen. */
export const FREEZE = '5s'

/** A button that freezes the network of the selected seat, or of all. */
const FreezeRow = ({ seats, control }: Pick<ShellParts, 'seats' | 'control'>) => {
  const { problem, run } = useAction()
  const everyone = seats.open.value.length > 1 && seats.everyone.value
  const freeze = () => control.freezeNetwork(FREEZE, everyone ? undefined : seats.chosen.value.number)
  return (
    <SettingRow
      label="Freeze"
      hint={
        <span class={problem.value === null ? 'muted small' : 'failure small'} role="status">
          {problem.value ?? 'Nothing arrives for 5 seconds, then everything'}
        </span>
      }
    >
      <Button onClick={() => void run(freeze)}>Freeze 5 s</Button>
    </SettingRow>
  )
}

/** The developer's script of AI answers: its size, its error, and recording to it. */
const AiScript = ({ log, control }: Pick<ShellParts, 'log' | 'control'>) => {
  const { value, problem, run } = useRefreshed(log, control.aiScript)
  const script = value.value
  const fault = problem.value ?? script?.problems[0] ?? null
  return (
    <SettingRow
      label="Script"
      hint={
        <span class={fault === null ? 'muted small' : 'failure small'} aria-live="polite">
          {fault ?? answerWords(script?.answers ?? 0)}
        </span>
      }
    >
      <Button
        disabled={script === null || script.recordable === 0}
        onClick={() => void run(control.recordAi)}
      >
        Record answers
      </Button>
    </SettingRow>
  )
}

const answerWords = (answers: number): string => {
  if (answers === 0) return 'Add your own answers to .miniapp/ai.json'
  return `${answers} ${answers === 1 ? 'answer' : 'answers'} in .miniapp/ai.json`
}
