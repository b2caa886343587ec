// `/sandbox/faults`: makes, lists and clears faults, with any key. These routes meet no fault themselves.

import { activeFault, activeFaultList, clearedFaults, faultSpec } from '../../../venue/wire/fault-schema.js'
import { defineRoute } from '../requests/define-route.js'
import { ApiError } from '../requests/error-table.js'
import type { Route } from '../requests/route.js'
import type { FaultPlan } from './fault-plan.js'
import type { FaultStarts } from './fault-starts.js'

export interface FaultRouteParts {
  readonly plan: FaultPlan
  readonly starts: FaultStarts
  /** Whether clients may make faults. */
  readonly allowed: boolean
}

const EXAMPLE_FAULT = { kind: 'halted', route: 'POST /markets/{id}/orders', durationMs: 60_000 }
const EXAMPLE_ACTIVE = {
  id: 'fault_1',
  fault: EXAMPLE_FAULT,
  fromMs: Date.parse('2030-01-01T12:00:00Z'),
  untilMs: Date.parse('2030-01-01T12:01:00Z'),
  hits: 3,
}

export function faultRoutes({ plan, starts, allowed }: FaultRouteParts): Route[] {
  const open = { routeClass: 'account', access: 'key', tag: 'sandbox', path: '/sandbox/faults' } as const
  const check = () => {
    if (!allowed) throw new ApiError('forbidden', 'faults: not allowed on this server')
  }
  return [
    defineRoute({
      ...open,
      method: 'POST',
      summary: 'Make something go wrong',
      details:
        'By route, account or market, with a rate, a count and a duration; these routes meet no fault themselves.',
      body: faultSpec,
      example: { body: EXAMPLE_FAULT, result: EXAMPLE_ACTIVE },
      result: activeFault,
      status: 201,
      refusals: ['forbidden'],
      answer: ({ body, nowMs }) => {
        check()
        return { body: starts.add(body, nowMs) }
      },
    }),
    defineRoute({
      ...open,
      method: 'GET',
      summary: 'Faults that are not over, oldest first',
      example: { result: { data: [EXAMPLE_ACTIVE] } },
      result: activeFaultList,
      answer: ({ nowMs }) => ({ body: { data: plan.list(nowMs) } }),
    }),
    defineRoute({
      ...open,
      method: 'DELETE',
      summary: 'Clear all faults',
      result: clearedFaults,
      refusals: ['forbidden'],
      answer: () => {
        check()
        return { body: { cleared: starts.clear() } }
      },
    }),
    defineRoute({
      ...open,
      method: 'DELETE',
      path: '/sandbox/faults/{id}',
      summary: 'Clear one fault',
      result: clearedFaults,
      refusals: ['forbidden', 'not_found'],
      answer: ({ params }) => {
        check()
        const id = params.id ?? ''
        if (starts.clear(id) === 0) throw new ApiError('not_found', `id: no fault ${id.slice(0, 100)}`)
        return { body: { cleared: 1 } }
      },
    }),
  ]
}
