// `quoin gaps`: from the log of a bot alone, when which market had no quote, and why.

import { readLog } from '../../../gaps/log-lines.js'
import { type FollowedMarket, type Gap, QuotingRecord, type Recorded } from '../../../gaps/quoting-record.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { alignColumns } from '../../text-columns.js'

export interface GapsFlags {
  /** Only this market, by condition id or by what its question contains. */
  readonly market?: string
  /** Shorter gaps are counted and not listed, milliseconds; data have all. */
  readonly leastMs: number
}

export async function gaps(path: string, { market, leastMs }: GapsFlags, { out }: CommandContext): CommandResult {
  const record = new QuotingRecord()
  const { leftOut } = await readLog(path, (line) => record.take(line))
  const found = only(record.recorded(), market)
  const reasons = byReason(found.gaps)
  const listed = found.gaps.filter((gap) => lengthOf(gap) >= leastMs)
  out.data({ ...dated(found), seconds: secondsOf(found, reasons), leftOut }, () => [
    ...alignColumns([
      ['FROM', 'TO', 'SECONDS', 'REASON', 'MARKET', 'DETAIL'],
      ...listed.map((gap) => [
        ...[timeOf(gap.fromMs), timeOf(gap.toMs), (lengthOf(gap) / 1000).toFixed(1)],
        ...[gap.reason, gap.question, gap.detail ?? ''],
      ]),
    ]),
    '',
    ...summary(found, reasons),
    ...(listed.length === found.gaps.length
      ? []
      : [`${found.gaps.length - listed.length} shorter ones are not listed`]),
    ...(leftOut === 0 ? [] : [`${leftOut} lines were no lines of a log, and left out`]),
  ])
  return 'ok'
}

const timeOf = (ms: number) => new Date(ms).toISOString()
const lengthOf = ({ fromMs, toMs }: Gap) => toMs - fromMs
const sum = (markets: readonly FollowedMarket[], of: 'followedMs' | 'quotedMs') =>
  markets.reduce((total, market) => total + market[of], 0)

function only(recorded: Recorded, market: string | undefined): Recorded {
  if (market === undefined) return recorded
  const isIt = ({ conditionId, question }: Pick<Gap, 'conditionId' | 'question'>) =>
    conditionId === market || question.toLowerCase().includes(market.toLowerCase())
  return { ...recorded, gaps: recorded.gaps.filter(isIt), markets: recorded.markets.filter(isIt) }
}

/** The longest first, milliseconds. */
function byReason(all: readonly Gap[]): readonly (readonly [reason: string, ms: number])[] {
  const reasons = new Map<string, number>()
  for (const gap of all) reasons.set(gap.reason, (reasons.get(gap.reason) ?? 0) + lengthOf(gap))
  return [...reasons].sort(([, a], [, b]) => b - a)
}

function dated({ gaps: all, markets, untilMs }: Recorded) {
  return {
    until: timeOf(untilMs),
    gaps: all.map(({ fromMs, toMs, ...gap }) => ({ ...gap, from: timeOf(fromMs), to: timeOf(toMs) })),
    markets: markets.map(({ followedMs, quotedMs, ...market }) => ({
      ...market,
      ...{ followedSec: followedMs / 1000, quotedSec: quotedMs / 1000 },
    })),
  }
}

function secondsOf({ markets }: Recorded, reasons: ReturnType<typeof byReason>) {
  return {
    ...{ followed: sum(markets, 'followedMs') / 1000, quoted: sum(markets, 'quotedMs') / 1000 },
    without: Object.fromEntries(reasons.map(([reason, ms]) => [reason, ms / 1000])),
  }
}

function summary({ markets }: Recorded, reasons: ReturnType<typeof byReason>): string[] {
  const followedMs = sum(markets, 'followedMs')
  if (followedMs === 0) return ['no market was followed, as far as the log tells']
  const share = (ms: number) => `${((100 * ms) / followedMs).toFixed(1)} %`
  const hours = (followedMs / 3_600_000).toFixed(2)
  return [
    `${markets.length} markets, ${hours} hours of markets, quoted in ${share(sum(markets, 'quotedMs'))} of them`,
    ...reasons.map(([reason, ms]) => `  without, ${reason}: ${(ms / 1000).toFixed(1)} s, ${share(ms)}`),
  ]
}
