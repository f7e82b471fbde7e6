/**
 * The function of the window that the SDK calls before each request, where there is one: only the simulator adds it, to show
 * the developer where the app made a call. Hosts never see it.
 */
export const CALL_NOTICE = 'miniappSimulatorCall'

/**
 * @param id of the request
 * @param stack where the app is now, as the browser describes it
 */
export type NoticeCall = (id: string, stack: string | undefined) => void
