import { CALL_TABLE, isMethod, type Method } from './table.js'

/** Every protocol method, in the order of the table. */
export const METHODS: readonly Method[] = Object.keys(CALL_TABLE).filter(isMethod)
