import { type SimulatorRig, send } from './simulator-rig.js'

/** Asks a rig's control API. */
export const askControl = async (
  rig: SimulatorRig,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly body: unknown }> => {
  const answer = await send(
    `${rig.shellOrigin}/control/${path}`,
    {
      authorization: `Bearer ${rig.served.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
  )
  return { status: answer.status, body: JSON.parse(answer.body) as unknown }
}
