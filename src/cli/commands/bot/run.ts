// `quoin run`: the bot of a configuration, on paper unless both keys to go live are given.

import { loadConfig } from '../../../config/config.js'
import { refusePlaceholders } from '../../../config/placeholders.js'
import { paperInShort } from '../../../report/run/paper-words.js'
import { proxyFor } from '../../../venue/transport/proxy.js'
import { runBot } from '../../bot/run-bot.js'
import { refuseAssumed } from '../../bot/settings/assumed.js'
import { chooseMode } from '../../bot/settings/choose-mode.js'
import type { CommandContext, CommandResult } from '../../command-context.js'

export interface RunFlags {
  readonly live?: boolean
  readonly dryRun?: boolean
  /** Where the report goes, instead of where the configuration says. */
  readonly report?: string
}

export async function run(
  path: string,
  { live = false, dryRun = false, report }: RunFlags,
  context: CommandContext,
): CommandResult {
  const config = loadConfig(path)
  const { typedData, orders } = config.venue.profile
  const mode = chooseMode({
    configured: config.mode,
    liveFlag: live,
    dryRunFlag: dryRun,
    chainId: typedData.domain.chainId,
    types: orders.types,
    expirationOn: orders.expirationOn,
  })
  if (mode === 'paper' && config.mode === 'live' && !dryRun) {
    context.out.note('on paper: sending orders needs --live too')
  }
  if (mode === 'paper') context.out.note(paperInShort(config.paper.queue))
  // orders would be signed for them
  if (mode === 'live') {
    refusePlaceholders(path)
    refuseAssumed(config.venue)
  }
  const place = report === undefined ? {} : { report }
  const proxy = proxyFor(config.venue.url)
  const addresses = { venue: config.venue.url, ...(proxy === undefined ? {} : { proxy: proxy.origin }) }
  return runBot(config, { mode, name: path, addresses, ...place }, context)
}
