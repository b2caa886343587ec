import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { displayWidth } from '../../../src/telemetry/terminal/display-width.js'
import { openTerminal } from '../../../src/telemetry/terminal/terminal.js'
import { SAMPLE } from '../sample-snapshot.js'

function screen(isTTY: boolean) {
  const written: string[] = []
  return { written, isTTY, columns: 100, rows: 30, write: (text: string) => void written.push(text) }
}

describe('openTerminal', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('redraws in place four times a second on a terminal', () => {
    const tty = screen(true)
    const terminal = openTerminal({ screen: tty, title: () => 'bot', snapshot: () => SAMPLE, colour: false })
    vi.advanceTimersByTime(1000)
    const tables = tty.written.filter((text) => text.startsWith('bot\n'))
    expect(tables).toHaveLength(4)
    expect(tty.written.filter((text) => text === '\u001b[8A\u001b[0J')).toHaveLength(3)
    terminal.close()
  })

  it('draws 80 columns on a terminal that does not know its size', () => {
    const tty = { ...screen(true), columns: 0, rows: 0 }
    const terminal = openTerminal({ screen: tty, title: () => 'x'.repeat(90), snapshot: () => SAMPLE, colour: false })
    vi.advanceTimersByTime(250)
    expect(tty.written[0]?.split('\n')[0]).toHaveLength(80)
    terminal.close()
  })

  it('prints above the table', () => {
    const tty = screen(true)
    const terminal = openTerminal({ screen: tty, title: () => 'bot', snapshot: () => SAMPLE, colour: false })
    vi.advanceTimersByTime(250)
    tty.written.length = 0
    terminal.print('hello\n')
    expect(tty.written[0]).toBe('\u001b[8A\u001b[0J')
    expect(tty.written[1]).toBe('hello\n')
    expect(tty.written[2]).toMatch(/^bot\n/)
    terminal.close()
  })

  it('erases what a narrower window has folded', () => {
    const tty = { ...screen(true), columns: 100 }
    const terminal = openTerminal({ screen: tty, title: () => 'x'.repeat(90), snapshot: () => SAMPLE, colour: true })
    vi.advanceTimersByTime(250)
    const lines = (tty.written[0] ?? '').trimEnd().split('\n').map(displayWidth)
    tty.columns = 50
    vi.advanceTimersByTime(250)
    const rows = lines.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / 50)), 0)
    expect(rows).toBeGreaterThan(lines.length)
    expect(tty.written[1]).toBe(`\u001b[${rows}A\u001b[0J`)
    terminal.close()
  })

  it('writes plain lines without a terminal, and stops when closed', () => {
    const pipe = screen(false)
    const terminal = openTerminal({ screen: pipe, title: () => 'bot', snapshot: () => SAMPLE, colour: true })
    vi.advanceTimersByTime(10_000)
    expect(pipe.written).toHaveLength(2)
    expect(pipe.written.join('')).not.toContain('\u001b')
    terminal.close()
    vi.advanceTimersByTime(10_000)
    expect(pipe.written).toHaveLength(3)
  })

  it('draws nothing before there is a snapshot', () => {
    const tty = screen(true)
    const terminal = openTerminal({ screen: tty, title: () => 'bot', snapshot: () => undefined, colour: false })
    vi.advanceTimersByTime(1000)
    expect(tty.written).toEqual([])
    terminal.close()
  })
})
