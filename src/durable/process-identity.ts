import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { systemErrorCode } from '../failure.js'

/** A process on this machine, or one of another machine or container, whose ID means nothing here. */
export interface ProcessIdentity {
  readonly pid: number
  /** Identifies the machine or container, and the namespace of its process IDs. */
  readonly place: string
}

/** This process. */
export const thisProcess = (): ProcessIdentity => ({ pid: process.pid, place: ownPlace() })

/** Whether a process has certainly ended; null if unknown. */
export const hasEnded = ({ pid, place }: ProcessIdentity): boolean | null =>
  place === ownPlace() ? hasNumberEnded(pid) : null

/** Whether no process with this ID runs here. */
export const hasNumberEnded = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // A permission error when signalling a process means that it exists.
    return systemErrorCode(error) === 'ESRCH'
  }
  return isZombie(pid)
}

/** A check that reads these names loads no hashes: that takes longer than to check a small app. */
const ownPlace = (): string =>
  process
    .getBuiltinModule('node:crypto')
    .createHash('sha256')
    .update(`${hostname()}\n${pidNamespace()}`)
    .digest('hex')
    .slice(0, PLACE_DIGITS)

export const PLACE_DIGITS = 12

/** The namespace of process IDs on Linux: each container has its own. */
const pidNamespace = (): string => {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/**
 * Whether a process has ended and is only listed until its parent collects its status, which in some
 * containers never happens.
 */
const isZombie = (pid: number): boolean => {
  try {
    // The program's name, in brackets, may contain brackets. Other systems have no such file.
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return /^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}
