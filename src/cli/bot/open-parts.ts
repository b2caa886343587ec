// The parts of a bot by its mode: ports to the venue or of paper, and the journal that a live one needs.

import { randomInt } from 'node:crypto'
import type { BotParts } from '../../bot/bot-parts.js'
import type { OperationEntry } from '../../control/control-desk.js'
import type { SettingsChange } from '../../core/settings.js'
import { caughtUp } from '../../core/standing/kept-held.js'
import { type Failure, QuoinError } from '../../domain/error.js'
import type { TradingMode } from '../../domain/run/trading-mode.js'
import { sayRestored } from '../../event-log/restored-words.js'
import { openChainFile } from '../../execution/journal/chain-file.js'
import { machineClock, UsedFile } from '../../execution/journal/used-file.js'
import type { Lease } from '../../execution/lease.js'
import { collateralUnitRaw } from '../../venue/wire/profile.js'
import { alertedTap } from '../alerts/alerted-tap.js'
import type { CommandContext } from '../command-context.js'
import { tapOf } from './bot-tap.js'
import { chainWorker } from './chain-worker.js'
import { type HoldParts, holdWallet, toVerify } from './hold-wallet.js'
import { keepUse } from './keep-use.js'
import { paperPorts } from './paper-ports.js'
import { notedTap } from './report/run-notes.js'
import type { Running } from './running.js'
import { coreSettings } from './settings/core-settings.js'
import { journalSettings } from './settings/journal-settings.js'
import { signalSources } from './settings/signal-sources.js'
import { recordedTap } from './tape-recording.js'

export interface OpenedParts {
  readonly parts: BotParts
  /** Writes a person's command down; absent on paper. */
  readonly write?: (entry: OperationEntry) => Failure | undefined
  /** Of the wallet; absent on paper. */
  readonly lease?: Lease
  readonly close: () => Promise<void>
}

/** What it opens is closed by `close`. */
export async function openParts(
  running: Running,
  { mode, ...wait }: { readonly mode: TradingMode } & Pick<HoldParts, 'stopped' | 'waits'>,
  env: CommandContext['env'],
): Promise<OpenedParts> {
  const { config, strategy, connection, clock, reloading, alerts } = running
  const { marketData, venueClock, budget, trading } = connection
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
    ...{ seed: randomInt(2 ** 31), claims: running.fleet.claims },
    signals: signalSources(config, { env, clock, warn: (message) => running.logger.warn(message) }),
    tap: notedTap(
      recordedTap(alertedTap(tapOf(running), alerts.desk, clock.wallMs()), running.recorder),
      running.notes,
    ),
  }
  if (mode === 'paper') {
    const ports = paperPorts({ config, marketData, clock, venueMs: () => venueClock.venueMs() })
    return { parts: { ...shared, ...ports, journal: NO_JOURNAL, recovered: [] }, close: async () => undefined }
  }
  if (trading === undefined) throw new QuoinError('internal', 'expected a session that trades, got a reading one')
  const held = await holdWallet({ ...running, ...wait }, trading.account, env)
  const { standing, write, close, lease, ...former } = held
  const { journal, recovered, past } = former
  const chainFile = openChainFile({ folder: former.folder, durability: journalSettings(config).durability })
  const unitRaw = collateralUnitRaw(config.venue.profile)
  const restored = standing.restored && caughtUp(standing.restored, chainFile.kept, unitRaw)
  if (restored !== undefined) sayRestored(restored, running.logger)
  const verify = toVerify(former, restored, config)
  const kept = { journal, recovered, past, restored, verify, keeper: standing }
  const chain = await chainWorker(config, { connection, keeper: () => chainFile, clock, env })
  const file = new UsedFile({ folder: former.folder, keyHash: connection.keyHash, clock: machineClock() })
  const use = keepUse({ ...running, file, budget })
  running.fleet.trades({ account: trading.account, fence: lease.fence })
  const parts = { ...shared, budget: use.budget, marketData, trading, ...kept, ...(chain && { chain }) }
  const closeAll = async () => {
    use.close()
    await close()
  }
  return { parts, write, close: closeAll, lease }
}

/** Orders on paper are gone with the process. */
const NO_JOURNAL: BotParts['journal'] = { append: (_lines, done) => done() }
