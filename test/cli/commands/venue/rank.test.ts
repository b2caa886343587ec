// `quoin markets --rank` at a real server: what former runs of this machine earned is a column, and in the score.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rank } from '../../../../src/cli/commands/venue/rank.js'
import { loadConfig } from '../../../../src/config/config.js'
import { writeEarned } from '../../../../src/ranking/earned-file.js'
import { captureContext, openSandbox } from '../sandbox.js'

it('shows what former runs earned, counts it, and leaves out what cannot be read', async () => {
  const sandbox = await openSandbox({
    markets: ['kettle', 'lamp'].map((id) => ({ question: `Will the ${id} hold?`, id, endsInSec: 7200 })),
  })
  const folder = mkdtempSync(join(tmpdir(), 'quoin-rank-'))
  try {
    const path = sandbox.config()
    const listed = captureContext(true, { QUOIN_STATE_DIR: folder })
    expect(await rank(path, 1, listed.context)).toBe('ok')
    const [first] = JSON.parse(listed.stdout).markets
    expect(first).not.toHaveProperty('earned')
    const { url: venue, profile } = loadConfig(path).venue
    const { chainId } = profile.typedData.domain
    const market = { conditionId: first.conditionId, question: first.question, pnl: 3, boundUnitDays: 60, fills: 9 }
    writeEarned({ folder, chainId }, { venue, mode: 'paper', fromMs: 1, toMs: 2, pid: 1, markets: [market] })
    mkdirSync(join(folder, 'earned'), { recursive: true })
    writeFileSync(join(folder, 'earned', String(chainId), '2-2.json'), 'garbage')

    const asked = captureContext(true, { QUOIN_STATE_DIR: folder })
    expect(await rank(path, 1, asked.context)).toBe('ok')
    const [best, other] = JSON.parse(asked.stdout).markets
    // three days of twenty units at 5 % a day are three quarters of the way to 1 unit in 24 hours
    expect(best).toMatchObject({ id: first.id, perUnitDay: 0.05, score: expect.closeTo((0.75 * 1) / 24, 9) })
    expect(best.earned).toEqual({ pnl: 3, boundUnitDays: 60, fills: 9, runs: 1 })
    expect(other).not.toHaveProperty('score')

    const shown = captureContext(false, { QUOIN_STATE_DIR: folder })
    await rank(path, 1, shown.context)
    expect(shown.stdout).toMatch(/^ID +SCORE +EARNED\/DAY /m)
    expect(shown.stdout).toMatch(new RegExp(`^${first.id} +0\\.03 +5\\.00 % `, 'm'))
    expect(shown.stderr).toMatch(/left out: a record that cannot be read: .*2-2\.json/)
    expect(shown.stderr).toContain('1 of them have a record of former runs (paper)')
  } finally {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

it('says how many fit and were not looked at', async () => {
  const markets = Array.from({ length: 103 }, (_, n) => ({ question: `Will kettle ${n} hold?`, endsInSec: 7200 }))
  const sandbox = await openSandbox({ markets })
  try {
    const shown = captureContext(false, {})
    await rank(sandbox.config(), 1, shown.context)
    expect(shown.stdout.trim().split('\n')).toHaveLength(1 + 100)
    expect(shown.stderr).toContain('3 more fit and were not looked at')
  } finally {
    await sandbox.close()
  }
})
