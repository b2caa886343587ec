// `quoin check`: whether a configuration would run, its strategy among it; its effective values; what its budget carries.

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Config, loadConfig, shownConfig } from '../../../config/config.js'
import { refusePlaceholders } from '../../../config/placeholders.js'
import { budgetPlan, describePlan } from '../../../doctor/budget-plan.js'
import { chainFinding } from '../../../doctor/chain-finding.js'
import { type Finding, skipped } from '../../../doctor/finding.js'
import { QuoinError } from '../../../domain/error.js'
import { exitOf } from '../../../domain/exit-codes.js'
import { createRealClock } from '../../../venue/transport/real-clock.js'
import { refuseAssumed, stillAssumed } from '../../bot/settings/assumed.js'
import { chooseMode } from '../../bot/settings/choose-mode.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { watchedStrategy } from '../../strategy/watched-strategy.js'
import { nodeChain } from '../../venue/chain-worker.js'
import { openWallet } from '../../venue/open-wallet.js'
import { withVenue } from '../../venue/with-connection.js'

export interface CheckOptions {
  /** Ask the venue nothing. */
  readonly offline?: boolean
}

export async function check(path: string, options: CheckOptions, context: CommandContext): CommandResult {
  const { out } = context
  const config = loadConfig(path)
  refusePlaceholders(path)
  refuseMissingTape(config)
  const chain = await refuseUnfitLive(config, options, context)
  const { strategy, types, hints } = await watchedStrategy(config, context)
  const plan = budgetPlan(config)
  const words = (first: string, profile: string) => [
    first,
    `mode ${config.mode}, strategy ${strategy.name}, venue ${config.venue.profile.name} at ${config.venue.url}`,
    `strategy: passes the conformance kit with these parameters; types: ${types}`,
    ...describeParams(strategy.params),
    ...hints,
    `venue profile: ${profile}`,
    ...assumedInShort(config),
    `chain: ${chain.evidence.replaceAll('\n', '; ')}`,
    ...describePlan(plan),
  ]
  const unasked = () => words(`${path}: its files are valid; only the venue could not be asked`, 'not known')
  const profile = options.offline ? 'not asked' : await askedVenue(config, context, unasked)
  const shown = { ...Object(shownConfig(config)), strategy: { name: strategy.name, params: strategy.params } }
  const checked = { conformance: 'passed', types, hints }
  out.data(
    { ok: true, venueProfile: profile, strategy: checked, chain: chain.evidence, budget: plan, config: shown },
    () => words(`${path}: valid`, profile),
  )
  return 'ok'
}

/** Defaults included: those that nobody wrote down stand nowhere else. */
function describeParams(params: unknown): readonly string[] {
  const values = Object.entries(Object(params)).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  return values.length === 0 ? [] : [`parameters: ${values.join(', ')}`]
}

/** What must be known, or accepted, before orders are sent. */
function assumedInShort({ venue }: Config): readonly string[] {
  const names = stillAssumed(venue)
  return names.length === 0 ? [] : [`assumed, and asked about before --live: ${names.join(', ')}`]
}

/** What a live start would refuse. Says what there is to say of the chain. */
async function refuseUnfitLive(
  config: Config,
  { offline }: CheckOptions,
  { env, out }: CommandContext,
): Promise<Finding> {
  if (config.mode !== 'live') return skipped('chain', 'on paper nothing is done there')
  const { typedData, orders } = config.venue.profile
  const { chainId } = typedData.domain
  chooseMode({ configured: 'live', liveFlag: true, dryRunFlag: false, chainId, ...orders })
  refuseAssumed(config.venue)
  const wallet = await openWallet(config, { env, clock: createRealClock(), warn: out.note, venueMs: () => 0 })
  try {
    if (offline && config.chain.rpc !== undefined) return skipped('chain', 'its node was not asked')
    const found = await chainFinding(config, () => nodeChain(config, { env, connection: { wallet } }))
    if (found.verdict === 'failed') throw new QuoinError(codeOf(found), `chain: ${found.evidence}`)
    return found
  } finally {
    wallet.close()
  }
}

/** A node that does not answer says nothing of the configuration. */
const codeOf = ({ exit }: Finding) => (exit === 'unreachable' ? 'unreachable' : 'bad-config')

function refuseMissingTape({ backtest: { tape }, folder, placeOf }: Config): void {
  if (tape === undefined || existsSync(resolve(folder, tape))) return
  const place = placeOf('backtest', 'tape')
  throw new QuoinError('bad-config', `${place}: expected a tape at ${resolve(folder, tape)}, got nothing there`)
}

/** A venue that does not answer says nothing against the files: what they say is told before that. */
async function askedVenue(config: Config, context: CommandContext, unasked: () => readonly string[]) {
  try {
    return await checkVenue(config, context)
  } catch (error) {
    if (exitOf(error) === 'unreachable') for (const line of unasked()) context.out.note(line)
    throw error
  }
}

async function checkVenue(
  config: Config,
  context: CommandContext,
): Promise<'as published' | 'not published by the venue'> {
  return await withVenue(config, context, async (connection) => {
    const published = await connection.checkProfile()
    const refusal = await connection.keyRefusal()
    if (refusal !== undefined) throw new QuoinError(refusal.code, refusal.message)
    return published ? 'as published' : 'not published by the venue'
  })
}
