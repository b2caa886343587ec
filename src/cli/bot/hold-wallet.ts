// The wallet of a live bot, and what lies on disk beside it: both locks, the journal, what former runs have left, the sign of life.

import type { BotParts } from '../../bot/bot-parts.js'
import type { Config } from '../../config/config.js'
import { type Failure, messageOf } from '../../domain/error.js'
import type { Address } from '../../domain/market/market.js'
import type { FormerOrder, Standing } from '../../domain/run/standing.js'
import { sayDamage, sayOthers } from '../../event-log/restored-words.js'
import { writeOperation } from '../../execution/journal/beside/operations-log.js'
import { folderBytes } from '../../execution/journal/folder-bytes.js'
import { type FormerOrders, type OpenedJournal, openJournal } from '../../execution/journal/journal.js'
import type { FormerLine } from '../../execution/journal/journal-line.js'
import { heartbeatPath, lockWallet } from '../../execution/journal/lock/wallet-lock.js'
import { otherWallets } from '../../execution/journal/other-wallets.js'
import { amountsOf } from '../../venue/wire/order-codec.js'
import { stateFolder } from '../control/state-folder.js'
import type { BotRun, HeldRun } from './bot-run.js'
import { heldEverywhere } from './fleet/fleet-lease.js'
import { journalSettings } from './settings/journal-settings.js'

/** Somebody else may have it. */
export interface WalletWait {
  /** Ends the wait. */
  readonly stopped: Promise<unknown>
  /** Told why it waits. */
  readonly waits: (reason: string) => void
}

export interface HeldWallet extends OpenedJournal, HeldRun {}

const TROUBLE = 'the wallet could not be given back'

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

/**
 * The wallet is this process's alone, and so is its journal, until the run is closed. Throws `StoppedWaiting` where it waits for it and is asked
 * to stop.
 */
export async function holdWallet(run: BotRun, account: Address, { stopped, waits }: WalletWait): Promise<HeldWallet> {
  const { config, clock, closing, context, heartbeat, logger, metrics } = run
  const { chainId } = config.venue.profile.typedData.domain
  const place = { folder: stateFolder(context.env), chainId, account }
  const note = (message: string) => {
    logger.warn(message)
    waits(message)
  }
  const wait = { whenHeld: config.fleet.whenHeld, note, stopped }
  let lease = await lockWallet(place, wait)
  closing.add(TROUBLE, () => lease.release())
  lease = await heldEverywhere(lease, place, { config, clock, logger, wait })
  const time = { nowMs: clock.wallMs(), wallMs: () => clock.wallMs() }
  const onTrouble = ({ message }: Failure) => logger.warn(message)
  const settings = journalSettings(config)
  const journal = { ...settings, account, chainId, fence: lease.fence, ...time, wait, onTrouble }
  const opened = withAmounts(await openJournal(journal))
  closing.add(TROUBLE, () => opened.journal.close())
  sayDamage(opened, logger)
  // beside the start: their journals may be long, and say nothing of what this bot may do
  void otherWallets({ ...settings, account, nowMs: time.nowMs }).then(
    (others) => sayOthers(others, logger),
    (error) => logger.warn(`other wallets in ${settings.folder} could not be looked at: ${messageOf(error)}`),
  )
  metrics.onJournal(() => folderBytes(opened.folder))
  heartbeat.begin(heartbeatPath(place), lease)
  closing.add('the sign of life could not be ended', () => heartbeat.end(false))
  const log = { folder: opened.folder, durability: settings.durability, wallMs: () => clock.wallMs() }
  return { ...opened, write: (entry) => writeOperation({ ...entry }, log), lease }
}
