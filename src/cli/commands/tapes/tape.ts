// `quoin tape`: what is on a tape, its lines, whether it is whole; tapes made of others and of foreign recordings.

import { QuoinError } from '../../../domain/error.js'
import { utcMsOf } from '../../../domain/utc-time.js'
import { toExactJson } from '../../../recording/lines/exact-json.js'
import { openTape, withRecords } from '../../../recording/open-tape.js'
import { type RunInfo, tapeInfo } from '../../../recording/tape-info.js'
import type { TapeRecord } from '../../../recording/tape-record.js'
import { verifyTape } from '../../../recording/verify-tape.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { refuseReplacing } from '../../tape/refuse-replacing.js'
import { OPTIONS_OF, type TapeAction } from '../../tape/tape-actions.js'
import { alignColumns } from '../../text-columns.js'
import { tapeGhosts } from './tape-ghosts.js'
import { type ImportFlags, importTape } from './tape-import.js'
import { type MakeTapeFlags, makeTape } from './tape-make.js'
import { mergeTapes } from './tape-merge.js'

/** Markets that a message lists. */
const MOST_NAMED = 10

export interface TapeFlags extends ImportFlags, MakeTapeFlags {
  /** Id or condition id. */
  readonly market?: string
  /** ISO times. */
  readonly from?: string
  readonly to?: string
}

/** Throws `bad-argument` for paths and options that the action cannot use. */
export function tape(
  action: TapeAction,
  paths: readonly string[],
  flags: TapeFlags,
  context: CommandContext,
): CommandResult {
  const useless = Object.keys(flags).find((option) => !OPTIONS_OF[action].includes(option))
  if (useless !== undefined)
    throw new QuoinError('bad-argument', `--${useless}: quoin tape ${action} has no use for it`)
  if (action === 'merge') return mergeTapes(paths, flags, context)
  if (action === 'import') return importTape(paths, flags, context)
  const [path] = paths
  if (path === undefined || paths.length > 1) {
    throw new QuoinError('bad-argument', `quoin tape ${action}: expected one tape, got ${paths.length}`)
  }
  if (action === 'make') return makeTape(path, flags, context)
  if (action === 'ghosts') return tapeGhosts(path, context)
  return { info, cat, verify, convert }[action](path, flags, context)
}

async function info(path: string, _flags: TapeFlags, { out }: CommandContext): CommandResult {
  const notes: string[] = []
  const runs = await tapeInfo(await openTape(path, { onNote: (message) => notes.push(message) }))
  out.data({ tape: path, runs, notes }, () => [...runs.flatMap(describeRun), ...notes])
  return 'ok'
}

function describeRun(run: RunInfo): string[] {
  const what = [run.by, run.strategy, run.venue].filter((word) => word !== undefined).join(', ')
  const end = run.isEnded ? '' : ' (no end: killed, or still running)'
  return [
    what === '' ? `run ${run.run}` : `run ${run.run}: ${what}`,
    `  ${run.from === undefined ? 'no line' : `${run.from} to ${run.to ?? ''}`}${end}; ${run.files} files, ${run.bytes} bytes`,
    ...(run.failure === undefined ? [] : [`  recording stopped: ${run.failure}`]),
    `  link down ${run.linkDowns} times, ${run.lost} lines lost`,
    ...alignColumns(Object.entries(run.lines).map(([kind, count]) => ['  ', kind, String(count)])),
    ...alignColumns(run.markets.map((m) => ['  ', m.id, m.status, `${m.frames} events`, m.question])),
  ]
}

async function verify(path: string, _flags: TapeFlags, { out }: CommandContext): CommandResult {
  const notes: string[] = []
  const verdict = await verifyTape(await openTape(path, { onNote: (message) => notes.push(message) }))
  const isWhole = verdict.problems.length === 0
  const all = { ...verdict, notes: [...notes, ...verdict.notes] }
  out.data({ tape: path, ok: isWhole, ...all }, () => [
    ...all.problems.map((problem) => `problem: ${problem}`),
    ...all.notes.map((note) => `note: ${note}`),
    `${path}: ${isWhole ? 'good' : 'damaged'}: ${verdict.files} files, ${verdict.lines} lines`,
  ])
  return isWhole ? 'ok' : 'failed'
}

async function convert(path: string, flags: TapeFlags, { out }: CommandContext): CommandResult {
  if (flags.out === undefined) {
    throw new QuoinError('bad-argument', 'quoin tape convert: expected --out <file>, got none')
  }
  if (!flags.out.endsWith('.parquet')) {
    throw new QuoinError('bad-argument', `--out: expected a name that ends in .parquet, got ${flags.out}`)
  }
  refuseReplacing(flags.out, flags)
  const notes: string[] = []
  const opened = await withRecords(await openTape(path, { onNote: (message) => notes.push(message) }))
  // a writer of columns is nothing that the other actions need
  const { writeParquet } = await import('../../../recording/parquet.js')
  const rows = await writeParquet(opened.records(), flags.out)
  out.data({ converted: { file: flags.out, rows }, notes }, () => [...notes, `${flags.out}: ${rows} rows`])
  return 'ok'
}

async function cat(path: string, flags: TapeFlags, { out, isUnread }: CommandContext): CommandResult {
  const opened = await openTape(path, { onNote: out.note })
  const fromMs = timeOf('--from', flags.from) ?? Number.NEGATIVE_INFINITY
  const toMs = timeOf('--to', flags.to) ?? Number.POSITIVE_INFINITY
  const ids = new Map<string, string>()
  for await (const batch of opened.records()) {
    // a tape of days is not read to its end for somebody who has seen enough
    if (isUnread?.() === true) return 'ok'
    for (const record of batch) {
      const { event, atMs } = record
      if (event.kind === 'market') ids.set(event.market.conditionId, event.market.id)
      if (atMs > toMs) return named(flags.market, ids)
      const conditionId = conditionOf(record)
      const id = conditionId === undefined ? undefined : (ids.get(conditionId) ?? conditionId)
      const isWanted = flags.market === undefined || flags.market === id || flags.market === conditionId
      if (atMs < fromMs || !isWanted) continue
      const text = toExactJson(record)
      out.data(out.json ? JSON.parse(text) : undefined, () => [describeRecord(record, id)])
    }
  }
  return named(flags.market, ids)
}

/** Throws `bad-argument` where the tape names no such market, as far as it was read. */
function named(market: string | undefined, ids: ReadonlyMap<string, string>): 'ok' {
  if (market === undefined || ids.has(market) || [...ids.values()].includes(market)) return 'ok'
  const some = [...ids.values()].slice(0, MOST_NAMED).join(', ')
  const expected = ids.size > MOST_NAMED ? `${some}, …` : some
  throw new QuoinError(
    'bad-argument',
    `--market: expected one of the tape (${expected || 'it names none'}), got ${market}`,
  )
}

function timeOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const ms = utcMsOf(text)
  if (ms !== undefined) return ms
  throw new QuoinError('bad-argument', `${option}: expected a time such as 2026-01-31T12:00:00Z, got ${text}`)
}

function conditionOf({ event }: TapeRecord): string | undefined {
  switch (event.kind) {
    case 'market':
      return event.market.conditionId
    case 'own-order':
      return event.record.conditionId
    case 'market-data':
      return 'conditionId' in event.event ? event.event.conditionId : undefined
    default:
      return event.conditionId
  }
}

/** Time, market, kind, and the rest as JSON. */
function describeRecord({ atMs, event }: TapeRecord, id: string | undefined): string {
  const time = `${new Date(atMs).toISOString().slice(0, -1)}${String(Math.round((atMs % 1) * 1000)).padStart(3, '0')}Z`
  const { kind, ...rest } = event.kind === 'market-data' ? event.event : event
  const { conditionId: _told, ...shown } = { conditionId: undefined, ...rest }
  return `${time} ${id ?? '-'} ${kind} ${toExactJson(shown)}`
}
