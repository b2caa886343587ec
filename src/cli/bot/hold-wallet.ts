// The wallet of a live bot, and what lies on disk beside it: both locks, the journal, what former runs have left, the sign of life.

import type { BotParts } from '../../bot/bot-parts.js'
import type { Config } from '../../config/config.js'
import type { OperationEntry } from '../../control/control-desk.js'
import { type Failure, toFailure } from '../../domain/error.js'
import type { Address } from '../../domain/market/market.js'
import type { FormerOrder, Standing } from '../../domain/run/standing.js'
import type { Clock } from '../../domain/time.js'
import { sayDamage } from '../../event-log/restored-words.js'
import { folderBytes } from '../../execution/journal/folder-bytes.js'
import { type FormerOrders, type OpenedJournal, openJournal } from '../../execution/journal/journal.js'
import type { FormerLine } from '../../execution/journal/journal-line.js'
import { writeOperation } from '../../execution/journal/operations-log.js'
import { heartbeatPath, lockWallet } from '../../execution/journal/wallet-lock.js'
import type { Lease, LeaseWait } from '../../execution/lease.js'
import type { BotMetrics } from '../../telemetry/bot-metrics.js'
import type { Logger } from '../../telemetry/log.js'
import { amountsOf } from '../../venue/wire/order-codec.js'
import type { Heartbeat } from '../../watchdog/heartbeat.js'
import type { CommandContext } from '../command-context.js'
import { stateFolder } from '../control/state-folder.js'
import { heldEverywhere } from './fleet/fleet-lease.js'
import { journalSettings } from './settings/journal-settings.js'

export interface HoldParts {
  readonly config: Config
  readonly clock: Clock
  readonly logger: Logger
  readonly heartbeat: Heartbeat
  readonly metrics: Pick<BotMetrics, 'onJournal'>
  /** Ends a wait for the wallet. */
  readonly stopped: Promise<unknown>
  /** Told why it waits for it. */
  readonly waits?: (reason: string) => void
}

export interface HeldWallet extends OpenedJournal {
  /** Writes a person's command down. */
  readonly write: (entry: OperationEntry) => Failure | undefined
  readonly lease: Lease
  readonly close: () => Promise<void>
}

/** With what their bodies have signed: the lines of all releases have it, and it means the same on every grid. */
export function withAmounts<T extends Pick<FormerOrders, 'recovered' | 'recent'>>(former: T): T {
  const read = (line: FormerLine): FormerLine => {
    const signed = amountsOf(line.body, line.draft.side)
    return signed === undefined ? line : { ...line, signed }
  }
  return { ...former, recovered: former.recovered.map(read), recent: former.recent.map(read) }
}

/** A line that cannot be read may have named an order that is still on its way to the venue's list. */
export function toVerify(
  { recovered, recent, damage }: FormerOrders,
  restored: Standing | undefined,
  { execution }: Pick<Config, 'execution'>,
): NonNullable<BotParts['verify']> {
  return {
    held: restored?.held ?? [],
    orders: [...recovered.map((line) => formerOrder(line, false)), ...recent.map((line) => formerOrder(line, true))],
    ...(restored?.counted === undefined ? {} : { counted: restored.counted }),
    listAfterMs: damage.length > 0 ? execution.submitInFlightSec * 1000 : 0,
  }
}

function formerOrder({ hash, draft, signed }: FormerLine, isOver: boolean): FormerOrder {
  return { hash, draft, ...(signed && { signed }), isOver }
}

/** The wallet is this process's alone, and so is its journal. Throws `StoppedWaiting` where it waits for it and is asked to stop. */
export async function holdWallet(parts: HoldParts, account: Address, env: CommandContext['env']): Promise<HeldWallet> {
  const { config, clock, logger, heartbeat, metrics } = parts
  const { chainId } = config.venue.profile.typedData.domain
  const place = { folder: stateFolder(env), chainId, account }
  const wait = waitOf(parts)
  const local = await lockWallet(place, wait)
  let wallet: Lease = local
  try {
    wallet = await heldEverywhere(local, place, { ...parts, wait })
    const time = { nowMs: clock.wallMs(), wallMs: () => clock.wallMs() }
    const onTrouble = ({ message }: Failure) => logger.warn(message)
    const journal = { ...journalSettings(config), account, fence: wallet.fence }
    const opened = withAmounts(await openJournal({ ...journal, ...time, wait, onTrouble }))
    sayDamage(opened, logger)
    metrics.onJournal(() => folderBytes(opened.folder))
    const close = () =>
      giveBack([() => opened.journal.close(), () => wallet.release()], (message) => logger.warn(message))
    const { durability } = journalSettings(config)
    heartbeat.begin(heartbeatPath(place), wallet)
    const log = { folder: opened.folder, durability, wallMs: () => clock.wallMs() }
    return { ...opened, write: (entry: OperationEntry) => writeOperation({ ...entry }, log), lease: wallet, close }
  } catch (error) {
    await giveBack([() => wallet.release()], (message) => logger.warn(message))
    throw error
  }
}

function waitOf({ config, logger, stopped, waits }: HoldParts): LeaseWait {
  const note = (message: string) => {
    logger.warn(message)
    waits?.(message)
  }
  return { whenHeld: config.fleet.whenHeld, note, stopped }
}

/** A lock that stays where it is hides no reason to end: the next start sees that its holder is gone. */
export async function giveBack(
  steps: readonly (() => Promise<void>)[],
  warn: (message: string) => void,
): Promise<void> {
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      warn(`the wallet could not be given back: ${toFailure(error).message}`)
    }
  }
}
