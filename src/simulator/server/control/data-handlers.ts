import type { SimulatorRoutes } from '../../../control/simulator-routes.js'
import type { AppData } from '../../../host/control/app-data.js'
import { ControlRefusal, type HandlersBelow } from '../../../local-server/control-api.js'
import { SNAPSHOT_NAME, SNAPSHOT_NAME_RULE } from '../data/snapshots.js'
import type { Simulator } from '../simulator.js'

/** `control/data` and `control/snapshots`: exporting, importing, editing and restoring the app's saved data. */
export const dataHandlers = ({ data }: Simulator): HandlersBelow<SimulatorRoutes, 'data' | 'snapshots'> => {
  const list = async () => ({ snapshots: [...(await data.snapshots.list())] })
  return {
    'GET data': () => data.export(),

    'PUT data': async ({ body }) => {
      await data.import(body)
      return data.export()
    },

    'PATCH data': async ({ body }) => {
      await data.edit(body)
      return { saved: true }
    },

    'GET snapshots': list,

    // A snapshot is an export, and is only validated when it is restored.
    'GET snapshots/:name': async ({ path: { name } }) =>
      (await data.snapshots.read(name)) as Required<AppData>,

    'PUT snapshots/:name': async ({ path: { name } }) => {
      if (!SNAPSHOT_NAME.test(name)) throw new ControlRefusal(400, SNAPSHOT_NAME_RULE)
      await data.takeSnapshot(name)
      return list()
    },

    'DELETE snapshots/:name': async ({ path: { name } }) => {
      await data.snapshots.remove(name)
      return list()
    },

    'POST snapshots/:name/restore': async ({ path: { name } }) => {
      await data.returnToSnapshot(name)
      return data.export()
    },
  }
}
