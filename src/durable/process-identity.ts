import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { systemErrorCode } from '../failure.js'

/** A process on this machine, or one of another machine or container, whose number means nothing here. */
export interface ProcessIdentity {
  readonly pid: number
  /** Stands for the machine or container, and for what its processes are counted in. */
  readonly place: string
}

/** This process. */
export const thisProcess = (): ProcessIdentity => ({ pid: process.pid, place: ownPlace() })

/** Whether a process has certainly ended: null where nobody here knows. */
export const hasEnded = ({ pid, place }: ProcessIdentity): boolean | null =>
  place === ownPlace() ? hasNumberEnded(pid) : null

/** Whether no process of this number runs here. */
export const hasNumberEnded = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Not being allowed to signal a process tells that there is one.
    return systemErrorCode(error) === 'ESRCH'
  }
  return isZombie(pid)
}

const ownPlace = (): string =>
  createHash('sha256').update(`${hostname()}\n${pidNamespace()}`).digest('hex').slice(0, PLACE_DIGITS)

export const PLACE_DIGITS = 12

/** What processes are counted in, on Linux: each container has its own. */
const pidNamespace = (): string => {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** Whether a process has ended and is listed only until its parent asks how, which in some containers nobody does. */
const isZombie = (pid: number): boolean => {
  try {
    // The program's name, in brackets, may have brackets in it. Other systems have no such file.
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return /^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}
