// Which process it is, so that another one on the same machine can see whether it still lives: by its id, and by when it was started, for ids
// come again. Containers of one machine may have one host name, as those of a pod, and count ids each for itself.

import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { codeOf } from '../../../domain/error.js'

export interface ProcessMark {
  readonly pid: number
  /** In clock ticks since boot; empty where there is no /proc. */
  readonly start: string
  readonly host: string
  /** Where its id counts; absent where there is no /proc, and in marks of older releases. */
  readonly space?: string | undefined
}

export function ownMark(): ProcessMark {
  const space = ownSpace()
  return { pid: process.pid, start: startOf(process.pid), host: hostname(), ...(space === undefined ? {} : { space }) }
}

/** It is named as this machine is; its ids may be another container's. */
export const isOfThisHost = ({ host }: Pick<ProcessMark, 'host'>): boolean => host === hostname()

/** Its id is one of those that can be seen here: of another machine, or in another container, nobody here knows. */
export function isSeenHere({ host, space }: Pick<ProcessMark, 'host' | 'space'>): boolean {
  return isOfThisHost({ host }) && (space === undefined || space === ownSpace())
}

function ownSpace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return undefined
  }
}

/** Whether a process whose id is seen here is there no more. */
export function isGone({ pid, start }: ProcessMark): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else
    if (codeOf(error) !== 'EPERM') return true
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
