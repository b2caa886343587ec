import { describe, expect, it } from 'vitest'
import { displayWidth } from '../../../src/telemetry/terminal/display-width.js'
import { foldedLines } from '../../../src/telemetry/terminal/folded-lines.js'

describe('foldedLines', () => {
  it('leaves alone what fits', () => {
    expect(foldedLines('all well', 8, 3)).toEqual(['all well'])
  })

  it('breaks between words, and indents what follows', () => {
    expect(foldedLines('no quotes in Rain: the book is one-sided', 20, 3)).toEqual([
      'no quotes in Rain:',
      '  the book is',
      '  one-sided',
    ])
  })

  it('breaks a word that is longer than a line', () => {
    expect(foldedLines('at /bots/strategies/mine.ts:20:9', 16, 4)).toEqual([
      'at',
      '  /bots/strategi',
      '  es/mine.ts:20:',
      '  9',
    ])
  })

  it('leaves out the middle of what is too long for all lines, never its end', () => {
    const lines = foldedLines(`it threw: ${'no coefficients '.repeat(20)}(/bots/mine.ts:20:9)`, 40, 3)
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(/^it threw: no coefficients/)
    expect(lines[2]).toMatch(/^ {2}….*\(\/bots\/mine\.ts:20:9\)$/)
  })

  it('has one line cut at its end', () => {
    expect(foldedLines('no quotes in Rain: feed-stale', 12, 1)).toEqual(['no quotes i…'])
  })

  it.each([1, 2, 3, 6, 7, 20, 80])('is never wider than %i columns', (width) => {
    const text = `東京は晴れますか？今日の天気は😀👩‍👩‍👧 (${'x'.repeat(50)}) and some words more`
    for (const most of [1, 2, 3]) {
      const lines = foldedLines(text, width, most)
      expect(lines.length).toBeLessThanOrEqual(most)
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
    }
  })
})
