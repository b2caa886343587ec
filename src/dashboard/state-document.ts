// What the page shows of the bot as a whole: one document of the same views that the command line shows.

import type { ControlAnswer, ControlRequest } from '../control/control-protocol.js'
import { QuoinError } from '../domain/error.js'

export interface StateParts {
  readonly ask: (request: ControlRequest) => Promise<ControlAnswer>
  readonly wallMs: () => number
  readonly canAct: boolean
  /** Of the page. */
  readonly version: string
}

const MOST_FILLS = 50
const MOST_DECISIONS = 40
const ASKER = { actor: 'page' }

export async function stateDocument({ ask, wallMs, canAct, version }: StateParts) {
  const status = await dataOf(ask({ command: 'status', ...ASKER }))
  const { fills } = await dataOf(ask({ command: 'fills', ...ASKER }))
  const { decisions } = await dataOf(ask({ command: 'decisions', ...ASKER }))
  return {
    ...{ version, canAct, atMs: wallMs(), status },
    fills: first(fills, MOST_FILLS),
    decisions: first(decisions, MOST_DECISIONS),
  }
}

async function dataOf(answer: Promise<ControlAnswer>) {
  const told = await answer
  if (told.ok) return Object(told.data)
  throw new QuoinError('internal', told.error.message)
}

const first = (list: unknown, most: number): readonly unknown[] => (Array.isArray(list) ? list.slice(0, most) : [])
