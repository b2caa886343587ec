// The recorded inputs of a run, given to a core once more; what it decided then is held against what it decides now.

import type { CoreEvent } from '../domain/run/core-event.js'
import type { Decision } from '../domain/run/decision.js'
import { type Difference, firstDifference } from './first-difference.js'
import { toExactJson } from './lines/exact-json.js'
import type { CoreRecord } from './open-tape.js'

export interface ReplayResult {
  /** Events that were given to the core and compared. */
  readonly events: number
  /** Why it ended before the tape did: its stop, after which the run takes permits beside the core's events, lines that were lost, or a strategy that is not here. */
  readonly until?: 'stop' | 'gap' | 'strategy'
  /** The first one; nothing is replayed after it. */
  readonly difference?: Difference & {
    readonly seq: number
    readonly kind: CoreEvent['kind']
    readonly conditionId?: string
  }
}

export interface Steps {
  /** May throw, as a core does whose step fails. */
  step(event: CoreEvent): Decision
  /** What the event speaks of is here; absent: always. */
  isKnown?(event: CoreEvent): boolean
}

export async function replayCore(records: AsyncIterable<readonly CoreRecord[]>, core: Steps): Promise<ReplayResult> {
  let events = 0
  for await (const batch of records) {
    for (const record of batch) {
      if (record.kind === 'gap') return { events, until: 'gap' }
      const { event, decision } = record
      if (isStop(event)) return { events, until: 'stop' }
      if (core.isKnown?.(event) === false) return { events, until: 'strategy' }
      const replayed = decided(core, event)
      if (toExactJson(replayed) !== toExactJson(decision)) return { events, difference: parting(record, replayed) }
      events++
    }
  }
  return { events }
}

const isStop = (event: CoreEvent) => event.kind === 'operator' && event.action === 'drain'

/** `undefined` where the step failed: nothing was decided. */
function decided(core: Steps, event: CoreEvent): Decision | undefined {
  try {
    return core.step(event)
  } catch {
    return undefined
  }
}

function parting(
  { event, decision }: Extract<CoreRecord, { kind: 'step' }>,
  replayed: Decision | undefined,
): NonNullable<ReplayResult['difference']> {
  const found = firstDifference(decision, replayed) ?? { path: '(all)', left: '', right: '' }
  const index = Number(/^markets\[(\d+)\]/.exec(found.path)?.[1] ?? -1)
  const conditionId = replayed?.markets[index]?.conditionId
  return { ...found, seq: event.seq, kind: event.kind, ...(conditionId === undefined ? {} : { conditionId }) }
}
