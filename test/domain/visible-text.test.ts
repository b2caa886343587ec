import { describe, expect, it } from 'vitest'
import { visible, visibleJson } from '../../src/domain/visible-text.js'

describe('visible', () => {
  it.each([
    ['\u001b[2J', '\\u001b[2J'],
    ['a\nb\tc\r', 'a\\nb\\tc\\r'],
    ['\u0000\u0007\u007f\u0085\u009b', '\\u0000\\u0007\\u007f\\u0085\\u009b'],
    ['\u202eabc\u2066\u200f', '\\u202eabc\\u2066\\u200f'],
    ['a\u200bb\ufeff\u2028', 'a\\u200bb\\ufeff\\u2028'],
    ['\ud800x', '\\ud800x'],
  ])('%j', (text, shown) => {
    expect(visible(text)).toBe(shown)
  })

  it.each(['Will it rain? 100 % — "yes"', '東京', 'café', '👩‍👩‍👧 🇫🇷', 'می‌خواهم', 'C:\\new'])(
    'leaves %s alone',
    (text) => {
      expect(visible(text)).toBe(text)
    },
  )
})

it('visibleJson changes the text and not the value', () => {
  const value = { question: '\u001b\u009b\u202e\u007f\u2028x\ud800' }
  const json = visibleJson(JSON.stringify(value))
  expect(json).toMatch(/^[\u0020-\u007e]*$/)
  expect(JSON.parse(json)).toEqual(value)
})
