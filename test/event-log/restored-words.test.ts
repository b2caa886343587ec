import { expect, it } from 'vitest'
import type { Standing } from '../../src/domain/run/standing.js'
import { damageWords, restoredWords, sayRestored } from '../../src/event-log/restored-words.js'
import { createLogger } from '../../src/telemetry/log/log.js'
import { A } from '../risk/builders.js'

const by = { reason: 'loss: 251.00, allowed 250', actor: 'kill switch', atMs: Date.UTC(2026, 0, 31, 12) }
const pnl = { day: 20_484, total: -251, dayStart: -1, start: 0, peak: 3, realised: -200 }
const halted: Standing = { halt: { cause: 'loss', ...by }, pauses: [{ conditionId: A, ...by }], pnl }

it('says all of it in one line', () => {
  expect(restoredWords(halted)).toBe(
    'taken up from the former run: halted since 2026-01-31T12:00:00.000Z by kill switch: loss: 251.00, allowed 250 (quoin resume lifts it); 1 market paused; P&L of all runs -251.00 with what is held at its worst price (-200.00 realised, peak 3.00, -250.00 since midnight UTC of 2026-01-31)',
  )
  expect(restoredWords({ pauses: [], pnl })).toMatch(/^taken up from the former run: P&L of all runs -251\.00 with/)
})

it('says a halt even in the quietest log', () => {
  const lines: string[] = []
  const write = (text: string) => lines.push(text)
  const logger = createLogger({ level: 'error', format: 'json', scrub: (text) => text, write, terminal: false })
  sayRestored({ pauses: [], pnl }, logger)
  expect(lines).toEqual([])
  sayRestored(halted, logger)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('halted since 2026-01-31')
})

it('names the places of what could not be read', () => {
  const line = (n: number) => ({ file: 'orders-000007.jsonl', line: n, offset: n * 10, bytes: Buffer.from('x') })
  expect(damageWords({ folder: '/j', damage: [line(1)] })).toMatch(
    /^\/j: a damaged line is set aside: orders-000007\.jsonl:1 \(byte 10\); /,
  )
  const many = damageWords({ folder: '/j', damage: [...[1, 2, 3, 4, 5, 6].map(line)] })
  expect(many).toMatch(/6 damaged lines are set aside: .*:5 \(byte 50\) and 1 more; /)
  expect(damageWords({ folder: '/j', damage: [{ file: 'checkpoint-000001.jsonl' }] })).toContain(
    '000001.jsonl (missing)',
  )
})
