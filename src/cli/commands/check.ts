// `quoin check`: whether a configuration would run; its effective values; what its budget carries.

import { type Config, loadConfig, shownConfig } from '../../config/config.js'
import { QuoinError } from '../../domain/error.js'
import { createRealClock } from '../../venue/transport/real-clock.js'
import { budgetPlan, describePlan } from '../budget-plan.js'
import type { CommandContext, CommandResult } from '../command.js'
import { connect } from '../connect.js'
import { loadStrategy } from '../load-strategy.js'

export interface CheckOptions {
  /** Ask the venue nothing. */
  readonly offline: boolean
}

export async function check(path: string, options: CheckOptions, { out, env }: CommandContext): CommandResult {
  const config = loadConfig(path)
  const strategy = await loadStrategy(config)
  const profile = options.offline ? 'not asked' : await checkVenue(config, env, out.note)
  const plan = budgetPlan(config)
  const shown = { ...Object(shownConfig(config)), strategy: { name: strategy.name, params: strategy.params } }
  out.data({ ok: true, venueProfile: profile, budget: plan, config: shown }, () => [
    `${path}: valid`,
    `mode ${config.mode}, strategy ${strategy.name}, venue ${config.venue.profile.name} at ${config.venue.url}`,
    `venue profile: ${profile}`,
    ...describePlan(plan),
  ])
  return 'ok'
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
