import { describe, expect, it } from 'vitest'
import { cut, displayWidth, pad } from '../../../src/telemetry/terminal/display-width.js'

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['plain', 5],
    ['\u001b[31mred\u001b[0m', 3],
    ['東京', 4],
    ['한국', 4],
    ['ＦＵＬＬ', 8],
    ['cafe\u0301', 4],
    ['😀', 2],
    ['👩‍👩‍👧', 2],
    ['🇫🇷', 2],
    ['❤️', 2],
    ['…×—', 3],
    ['ไม่', 2],
  ])('%s takes %i columns', (text, columns) => {
    expect(displayWidth(text)).toBe(columns)
  })
})

it('pads to columns, not to characters', () => {
  expect(pad('東', 4)).toBe('  東')
  expect(pad('東', 4, true)).toBe('東  ')
})

describe('cut', () => {
  it('keeps what fits, and never half a character', () => {
    expect(cut('abc', 3)).toBe('abc')
    expect(cut('abcd', 3)).toBe('ab…')
    expect(cut('東京都', 4)).toBe('東…')
    expect(cut('👩‍👩‍👧👩‍👩‍👧', 3)).toBe('👩‍👩‍👧…')
  })

  it('keeps the colours of what it keeps, and ends them', () => {
    expect(cut('\u001b[31mlong red\u001b[0m tail', 5)).toBe('\u001b[31mlong…\u001b[0m')
    expect(cut('\u001b[31mred\u001b[0m tail', 6)).toBe('\u001b[31mred\u001b[0m t…')
  })
})
