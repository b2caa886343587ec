// `quoin signer`: holds a key for bots, and signs for them what its own file allows, until a signal.

import { dirname, resolve } from 'node:path'
import { loadProfile, readYaml } from '../../../config/config.js'
import { parseYaml } from '../../../config/yaml-file.js'
import { signerConfig } from '../../../signer/schema.js'
import { type SignerNews, serveSigner } from '../../../signer/serve-signer.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { outliveHangUp, watchStopSignals } from '../../process/stop-signals.js'
import { openDesk } from '../../setup/open-desk.js'
import { walletKey } from '../../venue/wallet-key.js'

export async function signer(path: string, context: CommandContext): CommandResult {
  const { out, env } = context
  const file = parseYaml(readYaml(path), signerConfig, () => false)
  const folder = dirname(resolve(path))
  const profile = loadProfile(resolve(folder, file.profile))
  const { secret, warnings } = walletKey({ wallet: file.wallet, folder }, env)
  for (const warning of warnings) out.note(warning)
  const desk = await openDesk(file, profile, secret)
  const socket = resolve(folder, file.socket)
  const signals = watchStopSignals()
  outliveHangUp(signals, context)
  const counts = { signed: 0, refused: 0 }
  const server = await serveSigner(desk.desk, socket, (news) => {
    if (news.event === 'signed') counts.signed++
    if (news.event === 'refused') counts.refused++
    // an order a line would be a log of its own
    if (news.event !== 'signed' || news.asked !== 'order')
      out.data({ signer: { at: new Date().toISOString(), ...news } }, () => [words(news)])
  })
  const about = { address: desk.address, socket, profile: profile.name, chainId: profile.typedData.domain.chainId }
  out.data({ signing: { ...about, orders: file.orders, acts: file.chain !== undefined } }, () => [
    `signs for ${about.address} at ${socket}: orders and sign-ins of ${profile.name}, chain ${about.chainId}`,
    `at most ${file.orders.maxShares} shares and ${file.orders.maxCollateral} of collateral an order, ${file.orders.perMinute} a minute; transactions: ${file.chain === undefined ? 'none' : 'split, merge, redeem, approve'}`,
    desk.words,
  ])
  try {
    await signals.first
  } finally {
    await server.close()
    signals.release()
  }
  out.data({ stopped: counts }, () => [`signed ${counts.signed}, refused ${counts.refused}`])
  return 'ok'
}

function words(news: SignerNews): string {
  if (news.event === 'refused') return `refused: ${news.asked}: ${news.message}`
  if (news.event === 'signed') return `signed: ${news.asked}`
  return `${news.event}: ${news.clients} ${news.clients === 1 ? 'client' : 'clients'} now`
}
