// A journal through the real code: what a start costs after many orders, what they leave on disk, and how long a turn waits while it rolls.

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Case, OpenCase } from '../harness/figure.js'
import { loadSources } from '../harness/source-paths.js'

const ACCOUNT = `0x${'ab'.repeat(20)}`
const LIVE = 500
const LIFE_SEC = 120
/** The write budget of an MM key. */
const EVERY_MS = 10

const PNL = { day: 0, total: 0, dayStart: 0, start: 0, peak: 0, realised: 0 }

interface Journal {
  append(lines: readonly object[], done: Done): void
  close(): Promise<void>
}

type Done = (failure?: { readonly message: string }) => void

interface Opened {
  readonly journal: Journal
  readonly recovered: readonly object[]
  /** Absent in older sources. */
  readonly standing?: { keep(standing: object, now: boolean, done: Done): void }
}

interface Opener {
  openJournal(options: object): Promise<Opened>
}

const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`

/** As long as a real one. */
function signed(n: number, atMs: number): object {
  const expirationSec = Math.floor(atMs / 1000) + LIFE_SEC
  const draft = { outcome: 0, side: 'BUY', price: 51, size: 100, type: 'POST_ONLY', expirationSec, feeRateBps: 0 }
  const wallets = { maker: ACCOUNT, signer: ACCOUNT, taker: `0x${'0'.repeat(40)}`, tokenId: '1'.repeat(77) }
  const amounts = { makerAmount: '51000000', takerAmount: '100000000', expiration: String(expirationSec) }
  const rest = { nonce: '0', feeRateBps: '0', side: '0', signatureType: '0', signature: `0x${'f'.repeat(130)}` }
  const order = { salt: String(9_007_199_254_740_000 - n), ...wallets, ...amounts, ...rest }
  const body = JSON.stringify({ order, orderType: 'POST_ONLY' })
  const conditionId = `0x${'c'.repeat(64)}`
  return { kind: 'signed', hash: hash(n), marketId: 'm1234567', draft: { conditionId, ...draft }, body, atWallMs: atMs }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function failed(failure: { readonly message: string } | undefined): void {
  if (failure !== undefined) throw new Error(failure.message)
}

export const open: OpenCase = async ({ root, args, quick }): Promise<Case> => {
  const found: Partial<Opener>[] = await loadSources(root, ['src/execution/journal/journal.js'])
  const openJournal = found[0]?.openJournal
  if (openJournal === undefined) throw new Error(`${root}: has no journal`)
  const orders = quick ? 1000 : Number(args['orders'])
  const folder = mkdtempSync(join(tmpdir(), 'quoin-bench-journal-'))
  const beginMs = Date.now()
  let atMs = beginMs
  const opened = () =>
    openJournal({ folder, account: ACCOUNT, durability: 'process', nowMs: atMs, wallMs: () => atMs, graceMs: 15_000 })
  /** Returns the most CPU time, in milliseconds, that a turn with four orders in it took. */
  const write = async (): Promise<number> => {
    const { journal, standing } = await opened()
    let longestMs = 0
    for (let n = 0, lastMs = cpuMs(); n < orders; n++) {
      atMs = beginMs + n * EVERY_MS
      journal.append([signed(n, atMs)], failed)
      if (n >= LIVE) journal.append([{ kind: 'ended', hash: hash(n - LIVE), atWallMs: atMs }], failed)
      // as a bot does each second: ended orders are needed until what is held contains them
      if (n % (1000 / EVERY_MS) === 0) standing?.keep({ pauses: [], pnl: PNL, heldMs: atMs }, false, failed)
      if (n % 4 !== 3) continue
      await nextTurn()
      const nowMs = cpuMs()
      longestMs = Math.max(longestMs, nowMs - lastMs)
      lastMs = nowMs
    }
    await journal.close()
    return longestMs
  }
  const longestMs = await write()
  const inside = join(folder, ACCOUNT)
  const bytes = readdirSync(inside).reduce((sum, name) => sum + statSync(join(inside, name)).size, 0)
  return {
    async measure() {
      if (args['what'] === 'delay') return longestMs
      if (args['what'] === 'bytes') return bytes
      const begin = cpuMs()
      const { journal, recovered } = await opened()
      const tookMs = cpuMs() - begin
      await journal.close()
      if (recovered.length !== Math.min(LIVE, orders)) throw new Error(`expected ${LIVE} live, got ${recovered.length}`)
      return tookMs
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
