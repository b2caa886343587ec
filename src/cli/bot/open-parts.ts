// The parts of a bot by its mode: ports to the venue or of paper, and the journal that a live one needs.

import { randomInt } from 'node:crypto'
import type { BotParts } from '../../bot/bot-parts.js'
import type { SettingsChange } from '../../core/settings.js'
import { caughtUp } from '../../core/standing/kept-held.js'
import { QuoinError } from '../../domain/error.js'
import { sayRestored } from '../../event-log/restored-words.js'
import { openChainFile } from '../../execution/journal/beside/chain-file.js'
import { machineClock, UsedFile } from '../../execution/journal/beside/used-file.js'
import { collateralUnitRaw } from '../../venue/wire/profile.js'
import { alertedTap } from '../alerts/alerted-tap.js'
import { recordedTap } from '../tape/tape-recording.js'
import { chainWorker } from '../venue/chain-worker.js'
import type { BotRun, HeldRun } from './bot-run.js'
import { tapOf } from './bot-tap.js'
import { holdWallet, toVerify, type WalletWait } from './hold-wallet.js'
import { keepUse } from './keep-use.js'
import { paperPorts } from './paper-ports.js'
import { notedTap } from './report/run-notes.js'
import { coreSettings } from './settings/core-settings.js'
import { journalSettings } from './settings/journal-settings.js'
import { signalSources } from './settings/signal-sources.js'

export interface OpenedParts extends Partial<HeldRun> {
  readonly parts: BotParts
}

export async function openParts(run: BotRun, wait: WalletWait): Promise<OpenedParts> {
  const { alerts, clock, closing, config, connection, context, fleet, logger, mode, notes, recorder, reloading } = run
  const { env } = context
  const { marketData, venueClock, budget, trading } = connection
  const { strategy } = reloading.now
  const shared = {
    settings: {
      ...coreSettings(config, strategy.quote),
      changed: (event: SettingsChange) => reloading.settingsOf(event),
    },
    slowAfterMs: config.strategy.slowAfterMs,
    choice: config.markets,
    clock,
    venueClock,
    budget,
    ...{ seed: randomInt(2 ** 31), claims: fleet.claims },
    signals: signalSources(config, { env, clock, warn: (message) => logger.warn(message) }),
    tap: notedTap(recordedTap(alertedTap(tapOf(run), alerts.desk), recorder), notes),
  }
  if (mode === 'paper') {
    const ports = paperPorts({ config, marketData, clock, venueMs: () => venueClock.venueMs() })
    return { parts: { ...shared, ...ports, journal: NO_JOURNAL, recovered: [] } }
  }
  if (trading === undefined) throw new QuoinError('internal', 'expected a session that trades, got a reading one')
  const { standing, write, lease, ...former } = await holdWallet(run, trading.account, wait)
  const { folder, journal, recovered, past } = former
  const chainFile = openChainFile({ folder, durability: journalSettings(config).durability })
  const unitRaw = collateralUnitRaw(config.venue.profile)
  const restored = standing.restored && caughtUp(standing.restored, chainFile.kept, unitRaw)
  if (restored !== undefined) sayRestored(restored, logger)
  const verify = toVerify(former, restored, config)
  const kept = { journal, recovered, past, restored, verify, keeper: standing }
  const refusal = () => run.heartbeat.refusal()
  const chain = await chainWorker(config, { connection, keeper: () => chainFile, clock, env, refusal })
  const file = new UsedFile({ folder, keyHash: connection.keyHash, clock: machineClock() })
  const use = keepUse({ clock, logger, file, budget })
  closing.add('a restart will not know which requests were sent', () => use.close())
  fleet.trades({ account: trading.account, fence: lease.fence })
  const parts = { ...shared, budget: use.budget, marketData, trading, ...kept, ...(chain && { chain }) }
  return { parts, write, lease }
}

/** Orders on paper are gone with the process. */
const NO_JOURNAL: BotParts['journal'] = { append: (_lines, done) => done() }
