import express, { type Router } from 'express'
import * as z from 'zod'
import { describeIssues, plainIssue } from '../../../platform/issues.js'
import type { Pairing } from '../access/pairing.js'
import { findEditor } from '../editor/find-editor.js'
import { openInEditor, projectFile } from '../editor/open-in-editor.js'
import type { Simulator } from '../simulator.js'

export interface EditorOptions {
  readonly simulator: Simulator
  readonly pairing: Pairing
  /** The command of the developer's editor; null finds one. */
  readonly editor: string | null
}

/** `control/editor`: opens a file of the app in the developer's editor, for this machine only. */
export const editorRoutes = ({ simulator, pairing, editor }: EditorOptions): Router => {
  const router = express.Router()
  router.post('/editor', express.json({ limit: '16kb' }), async (request, response) => {
    if (!pairing.isOnOwnMachine(request.socket)) {
      response.status(403).json({
        error: 'Only a browser on the machine where the simulator runs can open the editor.',
      })
      return
    }
    const place = placeSchema.safeParse(request.body, { error: plainIssue })
    if (!place.success) {
      const error = `${describeIssues(place.error, 'The body')}. Send {"file":"game.js","line":3,"column":5}.`
      response.status(400).json({ error })
      return
    }
    const path = await projectFile(simulator.live.folder, place.data.file)
    const command = findEditor(editor)
    await openInEditor(command, path, place.data)
    response.json({ opened: path, editor: command.program })
  })
  return router
}

const positionSchema = z.int().min(1).optional()

const placeSchema = z.strictObject({
  file: z.string().min(1).max(1_024),
  line: positionSchema,
  column: positionSchema,
})
