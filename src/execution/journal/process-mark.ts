// Which process it is, so that another one on the same machine can see whether it still lives: by its id, and by when it was started, for ids
// come again.

import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

export interface ProcessMark {
  readonly pid: number
  /** In clock ticks since boot; empty where there is no /proc. */
  readonly start: string
  readonly host: string
}

export const ownMark = (): ProcessMark => ({ pid: process.pid, start: startOf(process.pid), host: hostname() })

/** Of another machine nobody here knows. */
export const isOfThisMachine = ({ host }: Pick<ProcessMark, 'host'>): boolean => host === hostname()

/** Whether a process of this machine is there no more. */
export function isGone({ pid, start }: ProcessMark): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return true
  }
  return startOf(pid) !== start
}

/** Field 22 of /proc/pid/stat. */
function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the name, field 2, may contain spaces and brackets
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
