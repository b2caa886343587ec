import { describe, expect, it } from 'vitest'
import { outsideWords, silentWords } from '../../../src/cli/tape/signal-warnings.js'

const FROM_MS = 1_790_000_000_000
const span = { fromMs: FROM_MS, toMs: FROM_MS + 60_000 }
const word = (atMs: number, name = 'model') => ({ name, value: 0.5, atMs, heardMs: atMs + 1000 })
const said = (...words: ReturnType<typeof word>[]) => outsideWords('model', { words, span })
const NONE = 'no word that signals.files tell of the signal model falls within the tape: '

it('names the signals of which nothing was heard', () => {
  expect(silentWords(['model'])).toMatch(/^nothing was heard of the signal model: /)
  expect(silentWords(['model', 'rain'])).toMatch(/^nothing was heard of the signals model, rain: /)
})

describe('words of a file that do not fall within the tape', () => {
  it('are named, before it and after it', () => {
    expect(said(word(FROM_MS - 5000), word(FROM_MS - 3000))).toBe(
      `${NONE}2 before it, of which the last is told at its start`,
    )
    expect(said(word(FROM_MS + 3_600_000))).toBe(`${NONE}1 after it, which are not told`)
    expect(said(word(FROM_MS - 5000), word(FROM_MS + 3_600_000))).toMatch(/: 1 before it, .*, 1 after it, /)
  })

  it.each([
    ['s', FROM_MS / 1000 + 10],
    ['us', (FROM_MS + 10_000) * 1000],
    ['ns', (FROM_MS + 10_000) * 1e6],
  ])('are told in which unit they would be times: %s', (unit, atMs) => {
    expect(said(word(atMs))).toMatch(
      new RegExp(`expected a time in milliseconds between 2000 and 2100, got ${atMs}; in ${unit} it would be one$`),
    )
  })

  it('are not spoken of where one does, to the millisecond, or where there are none of the name', () => {
    expect(said(word(FROM_MS - 5000), word(FROM_MS - 1000))).toBeUndefined()
    expect(said(word(FROM_MS + 59_000))).toBeUndefined()
    expect(said(word(FROM_MS - 1001))).toBeDefined()
    expect(said(word(FROM_MS + 59_001))).toBeDefined()
    expect(said(word(5, 'rain'))).toBeUndefined()
  })
})
