// Why nothing is quoted, in words for a person: who stopped it, since when, and what they said.

import type { Halt, Pause, Wait } from './standing.js'

export const haltWords = ({ cause, atMs, actor, reason }: Halt): string =>
  `halted (${cause}) since ${time(atMs)} by ${actor}: ${reason}`

export const pauseWords = ({ atMs, actor, reason }: Omit<Pause, 'conditionId'>): string =>
  `paused since ${time(atMs)} by ${actor}: ${reason}`

export const waitWords = ({ cause, reason, sinceMs }: Wait & { readonly sinceMs?: number | undefined }): string =>
  `waiting (${cause})${sinceMs === undefined ? '' : ` since ${time(sinceMs)}`}: ${reason}`

const time = (ms: number) => new Date(ms).toISOString()
