// `quoin check`: whether a configuration would run, its strategy among it; its effective values; what its budget carries.

import { type Config, loadConfig, shownConfig } from '../../config/config.js'
import { QuoinError, toFailure } from '../../domain/error.js'
import { createRealClock } from '../../venue/transport/real-clock.js'
import { budgetPlan, describePlan } from '../bot/budget-plan.js'
import type { CommandContext, CommandResult } from '../command.js'
import { type CheckedStrategy, checkedStrategy } from '../strategy/check-strategy.js'
import { connect } from '../venue/connect.js'

/** The compiler works on the main thread too, for seconds. */
const COMPILING_SEC = 30

export interface CheckOptions {
  /** Ask the venue nothing. */
  readonly offline: boolean
}

export async function check(path: string, options: CheckOptions, context: CommandContext): CommandResult {
  const { out, env } = context
  const config = loadConfig(path)
  const { strategy, types, hints } = await watched(config, context)
  const profile = options.offline ? 'not asked' : await checkVenue(config, env, out.note)
  const plan = budgetPlan(config)
  const shown = { ...Object(shownConfig(config)), strategy: { name: strategy.name, params: strategy.params } }
  const checked = { conformance: 'passed', types, hints }
  out.data({ ok: true, venueProfile: profile, strategy: checked, budget: plan, config: shown }, () => [
    `${path}: valid`,
    `mode ${config.mode}, strategy ${strategy.name}, venue ${config.venue.profile.name} at ${config.venue.url}`,
    `strategy: passes the conformance kit with these parameters; types: ${types}`,
    ...hints,
    `venue profile: ${profile}`,
    ...describePlan(plan),
  ])
  return 'ok'
}

/** The kit calls the strategy hundreds of times: one that never returns is ended as in a running bot. */
async function watched(config: Config, { watchdog, out }: CommandContext): Promise<CheckedStrategy> {
  const { watchdogSec } = config.process
  const limitSec = watchdogSec === 0 ? 0 : watchdogSec + COMPILING_SEC
  const watch = watchdog?.({ limitSec, json: out.json, onFault: (error) => out.note(toFailure(error).message) })
  try {
    return await checkedStrategy(config)
  } finally {
    watch?.stop()
  }
}

async function checkVenue(
  config: Config,
  env: CommandContext['env'],
  warn: (message: string) => void,
): Promise<'as published' | 'not published by the venue'> {
  const connection = await connect(config, { env, clock: createRealClock(), wallet: 'unused', warn })
  try {
    const published = await connection.checkProfile()
    const refusal = await connection.keyRefusal()
    if (refusal !== undefined) throw new QuoinError(refusal.code, refusal.message)
    return published ? 'as published' : 'not published by the venue'
  } finally {
    await connection.close()
  }
}
