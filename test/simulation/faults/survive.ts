// A scenario of faults: nothing unsafe while they last, everything back soon after, and the books equal to the venue's.

import { expect } from 'vitest'
import type { HttpRequest, HttpResult } from '../../../src/venue/session/transport.js'
import { FaultRun } from './fault-run.js'

export const WARM_UP_MS = 3000
export const RECOVERY_MS = 30_000

export const isCreate = ({ method, path }: HttpRequest) => method === 'POST' && path.endsWith('/orders')
export const isCancel = ({ path }: HttpRequest) => path.includes('cancel')

export interface Scenario {
  readonly seed: number
  readonly faultMs: number
  readonly options?: Partial<ConstructorParameters<typeof FaultRun>[0]>
  /** Switches the fault on; returns how to switch it off. */
  readonly fault: (run: FaultRun) => () => void
  /** What must hold while the fault lasts, at its end. */
  readonly during?: (run: FaultRun) => void
  readonly struck: (run: FaultRun) => number
}

/** Safety under the fault, then liveness, then the accounts. */
export async function survive(scenario: Scenario): Promise<FaultRun> {
  const run = new FaultRun({ seed: scenario.seed, ...scenario.options })
  expect(
    run.run(10_000, () => run.allTwoSided()),
    'two-sided at the start',
  ).toBeDefined()
  run.run(WARM_UP_MS)
  const off = scenario.fault(run)
  run.run(scenario.faultMs)
  scenario.during?.(run)
  off()
  expect(scenario.struck(run), 'the fault was reached').toBeGreaterThan(0)
  const back = run.run(RECOVERY_MS, () => run.unknown() === 0 && run.allTwoSided())
  expect(back, `two-sided again; unknown: ${run.unknown()}`).toBeDefined()
  // books without a fill prove nothing
  expect(
    run.run(120_000, () => run.fills() > 0),
    'a fill',
  ).toBeDefined()
  expect(run.violations).toEqual([])
  expect(await run.settleAccounts()).toEqual([])
  return run
}

/** Loses every `n`th matching request or its answer. */
export function lose(what: 'lose-request' | 'lose-answer', matches: (request: HttpRequest) => boolean, every = 2) {
  let seen = 0
  let lost = 0
  return {
    count: () => lost,
    start: (run: FaultRun) => {
      run.sim.network.fault = (request) => {
        if (!matches(request) || seen++ % every !== 0) return undefined
        lost++
        return what
      }
      return () => {
        run.sim.network.fault = undefined
      }
    },
  }
}

/** A 2xx answer with another body. */
export function edited(result: HttpResult, edit: (body: Record<string, unknown>) => unknown): HttpResult {
  if (result.kind !== 'response' || result.status >= 300) return result
  return { ...result, body: JSON.stringify(edit(JSON.parse(result.body))) }
}
