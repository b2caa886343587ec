// Faults of what a restart, another configuration, or the right to trade changes beside the markets.

import { fault, type PlantedFault } from './planted-fault.js'

export const BESIDE_FAULTS: readonly PlantedFault[] = [
  fault(
    'the pause of a market is forgotten by a restart',
    'core/standing/halts',
    [['for (const pause of pauses) this.#pauses.set(pause.conditionId, pause)', '']],
    'after-kill',
  ),
  fault(
    'quoting goes on while the lease is not renewed',
    'core/standing/waiting',
    [["if (this.#leaseTrouble !== undefined) return { cause: 'lease', reason: this.#leaseTrouble }", '']],
    'after-kill',
  ),
  fault(
    'limits of another configuration are not taken up',
    'core/settings-in-force',
    [['    overwrite(risk, { ...next.risk, killSwitch: risk.killSwitch })\n', '']],
    'limits',
  ),
  fault(
    'what a cancelled order may have matched is forgotten',
    'state/orders/untold-ends',
    [['if (untold === undefined) return NONE', 'if (untold !== null) return NONE']],
    'exposure',
  ),
  fault(
    'a start knows nothing of the orders before it',
    'execution/journal/journal',
    [['recovered: book.live(),', 'recovered: [],']],
    'journal-first',
  ),
  fault(
    'what a former run has left is cancelled before the account is read',
    'core/standing/left-alone',
    [['if (at.monoMs >= this.#endMonoMs) return undefined', 'if (at.monoMs >= 0) return undefined']],
    'planned',
  ),
  fault(
    'a watchdog that fires cancels nothing',
    'watchdog/dead-mans-switch',
    [['sinceBeatMs: this.state.sinceBeatMs })\n    this.#cancel()\n', 'sinceBeatMs: this.state.sinceBeatMs })\n']],
    'watchdog',
  ),
  fault(
    'the limit of what a market may lose is twice as high',
    'risk/totals/counted-market',
    [['limits.maxMarketLoss * 2n * BigInt', 'limits.maxMarketLoss * 4n * BigInt']],
    'exposure',
  ),
  fault(
    'orders are sent as often as anybody wants',
    'risk/limits/order-rate',
    [['if (untilMonoMs <= nowMonoMs) return undefined', 'if (untilMonoMs !== 0) return undefined']],
    'order-rate',
  ),
  fault(
    'what is behind orders counts as free',
    'state/account/funds',
    [['totalRaw - this.#usedSinceReading(COLLATERAL) - this.#unconfirmedRaw()', 'totalRaw * 10n']],
    'funded',
  ),
  fault(
    'a transaction is replaced by one with another nonce',
    'chain/chain-desk',
    [['{ nonce: former.nonce, former, atMs', '{ nonce: former.nonce + 1, former, atMs']],
    'chain-once',
  ),
]
