import { Button } from '../../controls/button.js'
import { SettingRow } from '../../controls/form.js'
import type { ShellParts } from '../../parts.js'
import { useRefreshed } from '../use-refreshed.js'

export type AiScriptProps = Pick<ShellParts, 'log' | 'control'>

/** The developer's script of AI answers: its size, its error, and recording to it. */
export const AiScript = ({ log, control }: AiScriptProps) => {
  const { value, problem, run } = useRefreshed(log, control.aiScript)
  const script = value.value
  const fault = problem.value ?? script?.problems[0] ?? null
  return (
    <SettingRow
      label="Script"
      hint={
        <span class={fault === null ? 'muted small' : 'failure small'} aria-live="polite">
          {fault ?? words(script?.answers ?? 0)}
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

const words = (answers: number): string => {
  if (answers === 0) return 'Add your own answers to .miniapp/ai.json'
  return `${answers} ${answers === 1 ? 'answer' : 'answers'} in .miniapp/ai.json`
}
