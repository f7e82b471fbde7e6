import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { SnapshotInfo } from '../../../../control/simulator-answers.js'
import { jsonFileText, parseJson } from '../../../../platform/text.js'
import { Button } from '../../controls/button.js'
import { ConfirmButton } from '../../controls/confirm-button.js'
import { Form, Step, typedInto } from '../../controls/form.js'
import { ScrollArea } from '../../controls/scroll-area.js'
import { saveFile } from '../../screenshot/save-file.js'
import type { Control, SavedData } from '../../stores/control.js'
import { formatBytes } from '../calls/log-row.js'
import { formatWhen } from './section.js'

export interface SnapshotsSectionProps {
  readonly data: SavedData
  readonly control: Control
  /** Performs an action on the host. Resolves to whether it succeeded. */
  readonly run: (action: () => Promise<unknown>) => Promise<boolean>
}

/** Snapshots of the saved data: take, restore, export and import them. */
export const SnapshotsSection = ({ data, control, run }: SnapshotsSectionProps) => {
  const snapshots = useSignal<readonly SnapshotInfo[] | null>(null)
  const name = useSignal('')
  const list = (ask: () => Promise<readonly SnapshotInfo[]>) =>
    run(async () => {
      snapshots.value = await ask()
    })
  useEffect(() => {
    void run(async () => {
      const first = await control.snapshots()
      // An action in the meantime has returned a newer list.
      snapshots.value ??= first
    })
  }, [])
  const bringIn = async (file: File | undefined) => {
    if (file === undefined) return
    await run(async () => {
      const data = parseJson(await file.text())
      if (data === undefined) throw new Error(`${file.name} is not valid JSON.`)
      await control.importData(data)
    })
  }
  return (
    <ScrollArea className="scroll-panel" label="Snapshots">
      <section class="switch-group" aria-label="Take a snapshot">
        <h2>Snapshots</h2>
        <Form
          class="data-actions line wrap"
          onSubmit={() => {
            void list(() => control.takeSnapshot(name.value.trim())).then((taken) => {
              if (taken) name.value = ''
            })
          }}
        >
          <input
            class="text-input"
            aria-label="Name of the snapshot"
            placeholder="Before the boss"
            value={name.value}
            required
            autoComplete="off"
            onInput={typedInto(name)}
          />
          <Button type="submit">Take a snapshot</Button>
        </Form>
        {snapshots.value?.length === 0 && (
          <p class="muted">No snapshots yet. A snapshot contains all saved data of the app, for all seats.</p>
        )}
        <ul class="snapshots stack">
          {(snapshots.value ?? []).map((snapshot) => (
            <li key={snapshot.name}>
              <div class="snapshot-words">
                <strong>{snapshot.name}</strong>
                <span class="muted small">
                  {formatWhen(snapshot.takenAt)} · {formatBytes(snapshot.bytes)}
                </span>
              </div>
              <div class="snapshot-actions line wrap">
                <ConfirmButton
                  confirm={`Restore ${snapshot.name}`}
                  onConfirm={() => void run(() => control.returnToSnapshot(snapshot.name))}
                >
                  Restore
                </ConfirmButton>
                <ConfirmButton
                  confirm={`Remove ${snapshot.name}`}
                  onConfirm={() => void list(() => control.removeSnapshot(snapshot.name))}
                >
                  Remove
                </ConfirmButton>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section class="switch-group" aria-label="Export and import">
        <h2>Export and import</h2>
        <Step effect="Save all data as a JSON file.">
          <Button onClick={() => saveFile(`${data.app}-data.json`, jsonFileText(data))}>Export</Button>
        </Step>
        <Step effect="Replace all data with a JSON file, after validating it.">
          <label class="button file-button">
            Import
            <input
              type="file"
              class="visually-hidden"
              accept=".json,application/json"
              onChange={(event) => {
                const input = event.currentTarget
                void bringIn(input.files?.[0]).then(() => {
                  input.value = ''
                })
              }}
            />
          </label>
        </Step>
      </section>
    </ScrollArea>
  )
}
