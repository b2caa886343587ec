import { expect, it } from 'vitest'
import { displayWidth } from '../../../src/telemetry/terminal/display-width.js'
import { rowLabels } from '../../../src/telemetry/terminal/row-labels.js'

it('cuts what is too long', () => {
  expect(rowLabels(['short', 'a question that is long'], 12)).toEqual(['short', 'a question …'])
})

it('shows where questions part that begin alike', () => {
  const labels = rowLabels(['Will the price of gold pass 4000?', 'Will the price of gold pass 5000?'], 20)
  expect(labels).toEqual(['Will the price…4000?', 'Will the price…5000?'])
})

it('numbers what is the same to the last letter', () => {
  expect(rowLabels(['again and again', 'again and again'], 10)).toEqual(['again a… 1', 'again a… 2'])
})

it('never exceeds the width', () => {
  const long = ['東京は晴れますか？今日の天気', '東京は晴れますか？明日の天気', 'x'.repeat(40), `${'x'.repeat(39)}y`]
  for (const label of rowLabels(long, 13)) expect(displayWidth(label)).toBeLessThanOrEqual(13)
  expect(new Set(rowLabels(long, 13)).size).toBe(4)
})
